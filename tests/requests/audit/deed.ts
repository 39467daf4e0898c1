/** What an admin does, and the lines of the log that it has to leave. */
import type { Person } from "#app/areas/accounts/fixtures.ts"

type Fields = Record<string, string | string[]>

/** The back office, as an admin uses it. */
export type Office = {
  admin: Person
  send: (at: string, fields: Fields) => Promise<void>
  readPage: (path: string) => Promise<string>
  /** The value of a hidden field of a page. */
  readField: (path: string, name: string) => Promise<string>
}

/** What is sent, and the lines it leaves. */
export type Deed = {
  at: string
  fields: Fields
  lines: { action: string; subject?: string; before?: unknown; after?: unknown }[]
}

/** For the address of each form: what is done with it, one after the other. */
export type Deeds = Record<string, ((office: Office) => Promise<Deed>)[]>

export const REASON = "운영 정책에 맞지 않아요"
