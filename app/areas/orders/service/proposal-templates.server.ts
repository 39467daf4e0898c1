/** What an expert usually writes in a proposal: one template for each service. */
import { and, eq } from "drizzle-orm"
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isStorableJson } from "#app/basics/column-values.ts"
import type { FormValues } from "#app/basics/form.ts"
import type { Events } from "#app/platform/events.server.ts"
import { db } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { isApprovedExpert, type Actor } from "../../accounts/rules.ts"
import type { Category } from "../rules.ts"
import { proposalTemplates } from "../schema.server.ts"

const MAX_TEMPLATE_BYTES = 32 * 1024
/** What belongs to one request alone: its days and the version that was revised. */
export const OWN_FIELDS = ["version", "earliestStart", "validUntil", "intent"]

const TemplateContent = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** Answers "account.left": what the person usually wrote goes with them. */
export async function deleteTemplatesOfLeavingMember({ userId }: Events["account.left"]): Promise<void> {
  await db().delete(proposalTemplates).where(eq(proposalTemplates.userId, userId))
}

type ServiceKey = { category: Category; service: string }
export type ProposalTemplate = { values: FormValues; savedAt: string }

/** The actor's template for a service; null where there is none. */
export async function findProposalTemplate(
  actor: Actor,
  { category, service }: ServiceKey,
): Promise<ProposalTemplate | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select({ content: proposalTemplates.content, savedAt: proposalTemplates.savedAt })
    .from(proposalTemplates)
    .where(
      and(
        eq(proposalTemplates.userId, actor.userId),
        eq(proposalTemplates.category, category),
        eq(proposalTemplates.service, service),
      ),
    )
  const content = TemplateContent.safeParse(row?.content)
  return row && content.success ? { values: content.data, savedAt: row.savedAt.toISOString() } : null
}

/**
 * Keeps `values`, as they stand in the form, as the actor's template for a service, in place of an earlier
 * one; days and the version are left out. Refuses whoever is no approved expert (`not_allowed`), and more
 * than
 * 32 KB or what no column holds (`too_large`).
 */
export async function saveProposalTemplate(
  actor: Actor,
  { category, service }: ServiceKey,
  values: FormValues,
): Promise<Outcome<"not_allowed" | "too_large">> {
  if (actor.kind !== "member" || !isApprovedExpert(actor)) return refuse("not_allowed")
  const content = Object.fromEntries(Object.entries(values).filter(([field]) => !OWN_FIELDS.includes(field)))
  if (!isStorableJson(content) || Buffer.byteLength(JSON.stringify(content)) > MAX_TEMPLATE_BYTES)
    return refuse("too_large")
  const row = { content, savedAt: now() }
  await db()
    .insert(proposalTemplates)
    .values({ userId: actor.userId, category, service, ...row })
    .onConflictDoUpdate({
      target: [proposalTemplates.userId, proposalTemplates.category, proposalTemplates.service],
      set: row,
    })
  return ok()
}
