/** A member's own phone, for forms that ask for one, within a statement of another area. */
import { sql } from "drizzle-orm"

/** Selects the phone of the member `userId`, null where they told none: to be shown to nobody else. */
export const selectOwnPhone = (userId: string) =>
  sql<string | null>`(select phone from profiles where user_id = ${userId}::uuid)`
