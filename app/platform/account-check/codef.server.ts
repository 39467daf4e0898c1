/** CODEF's 1원 계좌 인증: one won to an account, with a text of ours as its sender. */
import { asRecord } from "../../basics/record.ts"
import { log } from "../log.server.ts"
import { getStandardBankCode } from "../payouts/payout.ts"
import { SENDER_PREFIX, type AccountCheckPort, type OneWonResult } from "./one-won.ts"

const REQUEST_TIMEOUT_MS = 30_000
const SUCCESS_CODE = "CF-00000"
/** Codes of what the bank says of the account itself; all others are trouble on the way. */
const ACCOUNT_CODES = /^CF-1(?:2|3)\d{3}$/

/** Its answers are JSON in the encoding of an address. */
const parseAnswer = (text: string): Record<string, unknown> =>
  asRecord(JSON.parse(decodeURIComponent(text.replaceAll("+", " "))))

/** The word at the end of what the passbook shows: ours, or the digits that the bank chose. */
const readWord = (authCode: unknown, ours: string): string =>
  typeof authCode === "string" ? (/\d{3,4}$/.exec(authCode)?.[0] ?? ours) : ours

export function createCodefPort(options: {
  apiUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
}): AccountCheckPort {
  const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString("base64")

  async function fetchToken(): Promise<string> {
    const answer = await fetch(options.tokenUrl, {
      method: "POST",
      headers: { Authorization: `Basic ${basic}`, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "read" }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const { access_token: token } = asRecord(await answer.json())
    if (typeof token !== "string") throw new Error(`CODEF gave no token (${answer.status})`)
    return token
  }

  async function send(to: { bank: string; accountNumber: string; word: string }): Promise<OneWonResult> {
    const answer = await fetch(`${options.apiUrl}/v1/kr/bank/a/account/transfer-authentication`, {
      method: "POST",
      headers: { Authorization: `Bearer ${await fetchToken()}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        organization: getStandardBankCode(to.bank).padStart(4, "0"),
        account: to.accountNumber.replace(/\D/g, ""),
        inPrintType: "1",
        inPrintContent: `${SENDER_PREFIX}${to.word}`,
      }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const { result, data } = parseAnswer(await answer.text())
    const code = String(asRecord(result).code ?? "")
    if (code === SUCCESS_CODE) return { kind: "sent", word: readWord(asRecord(data).authCode, to.word) }
    log().warn({ code }, "CODEF did not send one won")
    return ACCOUNT_CODES.test(code) ? { kind: "refused" } : { kind: "unknown" }
  }

  return {
    name: "codef",
    sendOneWon: (to) =>
      send(to).catch((error: unknown): OneWonResult => {
        log().warn({ err: error }, "CODEF did not answer")
        return { kind: "unknown" }
      }),
  }
}
