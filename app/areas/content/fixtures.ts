/** Builders of articles and tickets for tests. */
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import type { ArticleKind } from "./rules.ts"
import { articles, ticketMessages, tickets } from "./schema.server.ts"

/** A published article of `kind`; returns its id. */
export async function createArticle(kind: Exclude<ArticleKind, "page">, title: string): Promise<string> {
  const id = newId()
  await db()
    .insert(articles)
    .values({
      id,
      kind,
      title,
      body: `<p>${title}</p>`,
      state: "published",
      publishedAt: now(),
      createdAt: now(),
      updatedAt: now(),
    })
  return id
}

/** An open ticket of `userId`; returns its id. */
export async function createTicket(userId: string, body: string): Promise<string> {
  const id = newId()
  await db().insert(tickets).values({
    id,
    userId,
    name: "주인공",
    email: "asker@example.kr",
    topic: "use",
    title: "문의",
    state: "open",
    createdAt: now(),
    updatedAt: now(),
  })
  await db()
    .insert(ticketMessages)
    .values({ id: newId(), ticketId: id, authorId: userId, byStaff: false, body, createdAt: now() })
  return id
}
