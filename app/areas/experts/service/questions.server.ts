/** The questions on an expert's page and their answers. */
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { markAnsweredNotificationsRead } from "../../notifications/service/centre.server.ts"
import { isPubliclyVisible } from "../rules.ts"
import { expertQuestions, experts } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hideContacts } from "#app/basics/contacts.ts"

/** Names what tells an expert of a question. */
export const getQuestionKey = (questionId: string): string => `question.asked:${questionId}`

const MAX_QUESTIONS_PER_HOUR = 10

/**
 * Asks an expert something in public; it is shown once it is answered. Refuses visitors (not_allowed),
 * experts who cannot be seen (not_found), one's own page (own_page), and more than ten questions an hour
 * (too_many).
 */
export async function askQuestion(
  actor: Actor,
  input: { expertId: string; question: string },
): Promise<Outcome<"not_allowed" | "not_found" | "own_page" | "too_many">> {
  if (actor.kind !== "member") return refuse("not_allowed")
  if (actor.userId === input.expertId) return refuse("own_page")
  const hit = await countHit([
    { key: `question:${actor.userId}`, max: MAX_QUESTIONS_PER_HOUR, windowMs: HOUR_MS },
  ])
  if (!hit.ok) return refuse("too_many")
  return inTransaction(async (tx) => {
    const [expert] = await tx
      .select({ state: experts.state, hiddenAt: experts.hiddenAt })
      .from(experts)
      .where(eq(experts.userId, input.expertId))
      .for("share")
    if (!expert || !isPubliclyVisible(expert)) return refuse("not_found")
    const questionId = newId()
    await tx.insert(expertQuestions).values({
      id: questionId,
      expertId: input.expertId,
      askerId: actor.userId,
      question: hideContacts(input.question),
      askedAt: now(),
    })
    await emit(tx, "question.asked", { questionId, expertId: input.expertId })
    return ok()
  })
}

/** Answers a question on one's own page, or changes the answer. Refuses another's (not_found). */
export async function answerQuestion(
  actor: Actor,
  input: { questionId: string; answer: string },
): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const [updatedQuestion] = await tx
      .update(expertQuestions)
      .set({
        answer: hideContacts(input.answer),
        answeredAt: sql`coalesce(${expertQuestions.answeredAt}, ${now().toISOString()}::timestamptz)`,
      })
      .where(and(eq(expertQuestions.id, input.questionId), eq(expertQuestions.expertId, actor.userId)))
      .returning({ askerId: expertQuestions.askerId })
    if (!updatedQuestion) return refuse("not_found")
    await markAnsweredNotificationsRead(tx, actor.userId, [getQuestionKey(input.questionId)])
    await emit(tx, "question.answered", {
      questionId: input.questionId,
      expertId: actor.userId,
      askerId: updatedQuestion.askerId,
    })
    return ok()
  })
}
