/** Where a buyer has things sent: a short list of their own, one of them first. */
import { and, eq, sql, type SQL } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import { deliveryAddresses } from "../address-schema.server.ts"
import type { DeliveryAddressForm } from "../forms.ts"
import { LIMITS } from "../rules.ts"
import type { DeliveryAddress } from "../views.ts"

/** Selects the addresses of a person, the default first, then the newest. */
export const selectAddresses = (userId: SQL) => sql<DeliveryAddress[]>`coalesce((
  select json_agg(json_build_object('id', a.id, 'recipient', a.recipient, 'phone', a.phone,
    'zonecode', a.zonecode, 'address', a.address, 'addressDetail', a.address_detail,
    'request', a.request, 'isDefault', a.is_default) order by a.is_default desc, a.created_at desc)
  from (select * from delivery_addresses where user_id = ${userId}
    order by is_default desc, created_at desc limit ${LIMITS.addresses}) a), '[]')`

/** Lists the actor's addresses, as {@link selectAddresses} says. */
export async function findAddresses(actor: Actor): Promise<DeliveryAddress[]> {
  if (actor.kind !== "member") return []
  const [row] = await db().execute<{ addresses: DeliveryAddress[] }>(
    sql`select ${selectAddresses(sql`${actor.userId}::uuid`)} as addresses`,
  )
  return row?.addresses ?? []
}

type AddressInput = Omit<z.output<typeof DeliveryAddressForm>, "id">

/** One lock a person: their addresses change one after the other. */
const lockPerson = (tx: Transaction, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`addresses ${userId}`}, 0))`)

/**
 * Keeps an address, or changes the own one with `id`; the first is the default, and one that is made the
 * default takes the place of the one before. Refusals: `not_found`, `full` (10 addresses).
 */
export async function saveAddress(
  actor: Actor,
  id: string | null,
  input: AddressInput,
): Promise<Outcome<"not_found" | "full", { addressId: string }>> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction((tx) => saveAddressIn(tx, actor.userId, id, input))
}

/** As {@link saveAddress}, in a transaction that is open. */
export async function saveAddressIn(
  tx: Transaction,
  userId: string,
  id: string | null,
  input: AddressInput,
): Promise<Outcome<"not_found" | "full", { addressId: string }>> {
  await lockPerson(tx, userId)
  const own = await tx
    .select({ id: deliveryAddresses.id, isDefault: deliveryAddresses.isDefault })
    .from(deliveryAddresses)
    .where(eq(deliveryAddresses.userId, userId))
  const existing = own.find((each) => each.id === id)
  if (id !== null && !existing) return refuse("not_found")
  if (id === null && own.length >= LIMITS.addresses) return refuse("full")
  const isDefault = input.isDefault || existing?.isDefault === true || own.length === 0
  if (isDefault) await clearDefault(tx, userId)
  const columns = {
    ...input,
    addressDetail: input.addressDetail ?? "",
    request: input.request ?? "",
    isDefault,
  }
  const addressId = id ?? newId()
  if (id === null)
    await tx.insert(deliveryAddresses).values({ id: addressId, userId, ...columns, createdAt: now() })
  else await tx.update(deliveryAddresses).set(columns).where(eq(deliveryAddresses.id, id))
  return ok({ addressId })
}

const clearDefault = (tx: Transaction, userId: string) =>
  tx
    .update(deliveryAddresses)
    .set({ isDefault: false })
    .where(and(eq(deliveryAddresses.userId, userId), eq(deliveryAddresses.isDefault, true)))

/** Puts an own address first. Refusals: `not_found`. */
export async function makeDefaultAddress(actor: Actor, id: string): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member" || !isId(id)) return refuse("not_found")
  const { userId } = actor
  return inTransaction(async (tx) => {
    await lockPerson(tx, userId)
    await clearDefault(tx, userId)
    const [row] = await tx
      .update(deliveryAddresses)
      .set({ isDefault: true })
      .where(and(eq(deliveryAddresses.id, id), eq(deliveryAddresses.userId, userId)))
      .returning({ id: deliveryAddresses.id })
    return row ? ok() : refuse("not_found")
  })
}

/** Takes an own address away; of those that stay the newest follows a default. Refusals: `not_found`. */
export async function deleteAddress(actor: Actor, id: string): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member" || !isId(id)) return refuse("not_found")
  const { userId } = actor
  return inTransaction(async (tx) => {
    await lockPerson(tx, userId)
    const [gone] = await tx
      .delete(deliveryAddresses)
      .where(and(eq(deliveryAddresses.id, id), eq(deliveryAddresses.userId, userId)))
      .returning({ isDefault: deliveryAddresses.isDefault })
    if (!gone) return refuse("not_found")
    if (gone.isDefault)
      await tx.execute(sql`update delivery_addresses set is_default = true where id = (
        select id from delivery_addresses where user_id = ${userId}::uuid order by created_at desc limit 1)`)
    return ok()
  })
}

/** The own address with `id`, in a transaction; undefined for everybody else. */
export async function findOwnAddress(tx: Transaction, userId: string, id: string) {
  const [row] = await tx
    .select()
    .from(deliveryAddresses)
    .where(and(eq(deliveryAddresses.id, id), eq(deliveryAddresses.userId, userId)))
  return row
}

/** Subscriber of "account.left": where somebody lived is nobody's business any more. */
export async function deleteAddressesOfLeavingMember(
  { userId }: { userId: string },
  tx: Transaction,
): Promise<void> {
  await tx.delete(deliveryAddresses).where(eq(deliveryAddresses.userId, userId))
}
