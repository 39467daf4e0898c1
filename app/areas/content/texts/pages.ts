/** The first version of every page, which comes with the product; admins go on from there. */
import type { PageSlug } from "../rules.ts"
import { about } from "./about.ts"
import { expertGuide, expertInsurance, expertSupport, expertTools } from "./expert-pages.ts"
import { privacy } from "./privacy.ts"
import { safety, support } from "./help.ts"
import { terms } from "./terms.ts"

export type PageDraft = { title: string; body: string }

export const PAGES: Readonly<Record<PageSlug, PageDraft>> = {
  about,
  terms,
  privacy,
  safety,
  support,
  "expert-guide": expertGuide,
  "expert-support": expertSupport,
  "expert-insurance": expertInsurance,
  "expert-tools": expertTools,
}
