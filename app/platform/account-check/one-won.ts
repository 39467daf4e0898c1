/** What a check by one won says: one won comes to the account, and a word ends the name of its sender. */

/** What stands before the word in the passbook. */
export const SENDER_PREFIX = "바로"

/**
 * `sent`: one won is there, from a sender whose name ends with `word`, which the bank may have chosen itself.
 * `refused`: there is no such account.
 */
export type OneWonResult = { kind: "sent"; word: string } | { kind: "refused" } | { kind: "unknown" }

export type AccountCheckPort = {
  name: "codef" | "simulator"
  sendOneWon(to: { bank: string; accountNumber: string; word: string }): Promise<OneWonResult>
}
