/** Owns builders of rooms for tests: through the services, as people make them. */
import { newId } from "#app/basics/ids.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Actor } from "../accounts/rules.ts"
import { createExpert, type Expert } from "../experts/fixtures.ts"
import { sendMessage } from "./service/messages.server.ts"
import { openRoom } from "./service/rooms.server.ts"

export type Talk = { roomId: string; customer: Person; expert: Expert }

/** A room of a customer with an expert, about the expert. */
export async function openTalk(people: { customer?: Person; expert?: Expert } = {}): Promise<Talk> {
  const customer = people.customer ?? (await createPerson({ name: "김하늘" }))
  const expert = people.expert ?? (await createExpert())
  const opened = await openRoom(customer.actor, { kind: "expert", id: expert.expertId, with: null })
  if (!opened.ok) throw new Error(`refused: ${opened.reason}`)
  return { roomId: opened.roomId, customer, expert }
}

/** Sends `text`, and returns the message's number. */
export async function say(
  actor: Actor,
  roomId: string,
  text: string,
  pictureIds: readonly string[] = [],
): Promise<{ messageId: string; seq: number }> {
  const sent = await sendMessage(actor, { roomId, text, pictureIds, clientKey: newId() })
  if (!sent.ok) throw new Error(`refused: ${sent.reason}`)
  return sent
}
