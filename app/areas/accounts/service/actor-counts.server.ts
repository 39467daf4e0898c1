/** The numbers beside the navigation: each is counted by the area whose rows it counts. */
import { sql, type SQL } from "drizzle-orm"

/** Unread messages, and unread notifications. */
type ActorCount = "chat" | "notifications"
/** A scalar subquery: the number for the user whose id is the expression `userId`. */
type ActorCounter = (userId: SQL) => SQL

const counters = new Map<ActorCount, ActorCounter>()

/** Sets who counts `name`; app/subscriptions.server.ts alone calls this. */
export function registerActorCounter(name: ActorCount, counter: ActorCounter): void {
  counters.set(name, counter)
}

/** The number `name` as part of the statement that finds the actor; 0 where nobody counts it. */
export const countForActor = (name: ActorCount, userId: SQL): SQL => counters.get(name)?.(userId) ?? sql`0`
