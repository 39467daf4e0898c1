/** The result of a use case: done, or refused with a reason that its screen has a sentence for. */

/** `Detail` is what the sentence of this reason needs besides, such as `retryAfterMs`. */
export type Refusal<Reason extends string, Detail extends object = object> = {
  ok: false
  reason: Reason
} & Detail

export type Done<Value extends object = object> = { ok: true } & Value

export type Outcome<Reason extends string, Value extends object = object> = Done<Value> | Refusal<Reason>

export function ok(): Done
export function ok<Value extends object>(value: Value): Done<Value>
export function ok(value: object = {}): object {
  return { ok: true, ...value }
}

/** Refuses for `reason`. Returned by the work of `inTransaction`, it undoes all that the work wrote. */
export function refuse<const Reason extends string>(reason: Reason): Refusal<Reason>
export function refuse<const Reason extends string, Detail extends object>(
  reason: Reason,
  detail: Detail,
): Refusal<Reason, Detail>
export function refuse(reason: string, detail: object = {}): Refusal<string> {
  return { ok: false, reason, ...detail }
}

const committed = new WeakSet<object>()

/** Refuses as {@link refuse} does, but what was written stays: the count of wrong tries, for example. */
export function commitRefusal<Refused extends Refusal<string>>(refusal: Refused): Refused {
  committed.add(refusal)
  return refusal
}

/** Whether a refusal was made with {@link commitRefusal}. */
export const isCommittedRefusal = (refusal: object): boolean => committed.has(refusal)

/** Whether a result of `inTransaction`'s work undoes what the work wrote. */
export function undoesWork(result: unknown): boolean {
  return (
    typeof result === "object" &&
    result !== null &&
    "ok" in result &&
    result.ok === false &&
    !isCommittedRefusal(result)
  )
}
