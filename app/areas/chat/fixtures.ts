/** Builders of rooms for tests: through the services, as people make them. */
import { newId } from "#app/basics/ids.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Actor } from "../accounts/rules.ts"
import { createExpert, type Expert } from "../experts/fixtures.ts"
import { sendMessage } from "./service/messages.server.ts"
import { openRoom } from "./service/rooms.server.ts"

export type TestConversation = { roomId: string; customer: Person; expert: Expert }

/** A room of a customer with an expert, about the expert. */
export async function createConversation(
  people: { customer?: Person; expert?: Expert } = {},
): Promise<TestConversation> {
  const customer = people.customer ?? (await createPerson({ name: "김하늘" }))
  const expert = people.expert ?? (await createExpert())
  const outcome = await openRoom(customer.actor, { kind: "expert", id: expert.expertId, with: null })
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`)
  return { roomId: outcome.roomId, customer, expert }
}

/** Sends `text`, and returns the message's number. */
export async function sendText(
  actor: Actor,
  roomId: string,
  text: string,
  pictureIds: readonly string[] = [],
): Promise<{ messageId: string; seq: number }> {
  const sent = await sendMessage(actor, { roomId, text, pictureIds, clientKey: newId() })
  if (!sent.ok) throw new Error(`refused: ${sent.reason}`)
  return sent
}
