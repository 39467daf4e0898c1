/** The way to a provider that speaks the payouts API of Toss Payments, version 2. */
import { isCorporateNumber } from "../../basics/business-number.ts"
import { log } from "../log.server.ts"
import type { Transport } from "../payments/toss.server.ts"
import { decryptBody, encryptBody } from "./encryption.server.ts"
import {
  getStandardBankCode,
  parsePayoutAnswer,
  readBalance,
  readPayout,
  readPayouts,
  readSeller,
  type PayoutPort,
  type PayoutResult,
  type ProviderPayout,
  type SellerRegistration,
} from "./payout.ts"

/** A payout takes up to a minute. */
const REQUEST_TIMEOUT_MS = 60_000
/** What the payee reads in their passbook, 7 characters at most. */
const TRANSACTION_DESCRIPTION = "바로일당"

/** Who is paid, as the provider knows them: a person, who runs a business alone, or a company. */
function toPayeeBody({ name, email, phone, business }: SellerRegistration) {
  if (business === null) return { businessType: "INDIVIDUAL", individual: { name, email, phone } }
  return {
    businessType: isCorporateNumber(business.businessNumber) ? "CORPORATE" : "INDIVIDUAL_BUSINESS",
    company: {
      name: business.name,
      representativeName: business.representative,
      businessRegistrationNumber: business.businessNumber,
      email,
      phone,
    },
  }
}

const toSellerBody = (seller: SellerRegistration) => ({
  refSellerId: seller.refSellerId,
  ...toPayeeBody(seller),
  account: {
    bankCode: getStandardBankCode(seller.bank),
    accountNumber: seller.accountNumber.replace(/\D/g, ""),
    holderName: seller.accountHolder,
  },
})

/** The only payout of a request; one of another name or amount is none of ours. */
function pickPayout(
  result: PayoutResult<ProviderPayout[]>,
  asked: { refPayoutId: string; amountWon: number },
): PayoutResult<ProviderPayout> {
  if (result.kind !== "done") return result
  const payout = result.value.find(({ refPayoutId }) => refPayoutId === asked.refPayoutId)
  return payout?.amountWon === asked.amountWon
    ? { kind: "done", value: payout }
    : { kind: "unknown", code: "ANOTHER_PAYOUT" }
}

/** The port over `transport` at `base`, with the secret key and the security key of the merchant. */
export function createTossPayoutPort(options: {
  name: PayoutPort["name"]
  base: string
  secretKey: string
  securityKey: string
  transport: Transport
}): PayoutPort {
  const authorization = `Basic ${Buffer.from(`${options.secretKey}:`).toString("base64")}`

  async function createRequest(path: string, post?: { body: unknown; idempotencyKey: string }) {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const address = options.base + path
    if (!post) return new Request(address, { headers: { Authorization: authorization }, signal })
    return new Request(address, {
      method: "POST",
      headers: {
        Authorization: authorization,
        "Content-Type": "text/plain",
        "TossPayments-api-security-mode": "ENCRYPTION",
        "Idempotency-Key": post.idempotencyKey,
      },
      body: await encryptBody(post.body, options.securityKey),
      signal,
    })
  }

  async function call<Value>(
    path: string,
    read: (entityBody: unknown) => Value | null,
    post?: { body: unknown; idempotencyKey: string },
  ): Promise<PayoutResult<Value>> {
    try {
      const answer = await options.transport(await createRequest(path, post))
      return parsePayoutAnswer(answer.status, await readBody(await answer.text(), options.securityKey), read)
    } catch (error) {
      log().warn({ err: error, path }, "the provider of payouts did not answer")
      return { kind: "unknown", code: "NO_ANSWER" }
    }
  }

  return {
    name: options.name,
    registerSeller: (seller, idempotencyKey) =>
      call("/v2/sellers", readSeller, { body: toSellerBody(seller), idempotencyKey }),
    updateSeller: (id, seller, idempotencyKey) =>
      call(`/v2/sellers/${encodeURIComponent(id)}`, readSeller, {
        body: toSellerBody(seller),
        idempotencyKey,
      }),
    findSeller: (id) => call(`/v2/sellers/${encodeURIComponent(id)}`, readSeller),
    findBalance: () => call("/v2/balances", readBalance),
    requestPayout: async (payout, idempotencyKey) => {
      const body = [
        {
          refPayoutId: payout.refPayoutId,
          destination: payout.sellerId,
          scheduleType: "EXPRESS",
          amount: { currency: "KRW", value: payout.amountWon },
          transactionDescription: TRANSACTION_DESCRIPTION,
        },
      ]
      return pickPayout(await call("/v2/payouts", readPayouts, { body, idempotencyKey }), payout)
    },
    findPayout: (id) => call(`/v2/payouts/${encodeURIComponent(id)}`, readPayout),
  }
}

/** A body as it came: what was asked encrypted is answered so, refusals may be plain. */
async function readBody(text: string, securityKey: string): Promise<unknown> {
  if (text.startsWith("{") || text.startsWith("[")) return JSON.parse(text)
  return (await decryptBody(text, securityKey)).body
}
