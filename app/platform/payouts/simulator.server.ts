/**
 * The simulator of payouts: speaks the provider's API with its encrypted bodies, and pays nobody. An account
 * whose number ends with 0000 is closed, so payouts to it fail.
 */
import { asRecord } from "../../basics/record.ts"
import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import { now } from "../../basics/clock.ts"
import { db, type Transaction } from "../db.server.ts"
import { answerOnce, type SimulatedResponse } from "../payments/simulated-answers.server.ts"
import { decryptBody, encryptBody } from "./encryption.server.ts"
import {
  simulatedPayouts,
  simulatedSellers,
  type SimulatedPayout,
  type SimulatedSeller,
} from "./schema.server.ts"

export const SIMULATOR_PAYOUT_KEYS = { secretKey: "test_sk_simulator", securityKey: "5".repeat(64) }

/** What the merchant has at the provider's, in won. */
const AVAILABLE_WON = 1_000_000_000
/** The most that somebody without a full approval is paid at a time. */
const PARTIAL_APPROVAL_MAX_WON = 10_000_000

const VERSION = "2022-11-16"
const key = (prefix: string) => `${prefix}_${randomBytes(16).toString("hex")}`
const answer = (entityType: string, entityBody: unknown): SimulatedResponse => ({
  status: 200,
  body: { version: VERSION, traceId: key("trace"), entityType, entityBody },
})
const refuse = (status: number, code: string, message: string): SimulatedResponse => ({
  status,
  body: { version: VERSION, traceId: key("trace"), error: { code, message } },
})
const asText = (value: unknown) => (typeof value === "string" ? value : "")

/**
 * Answers one call as the provider would; the transport of the port, and the double that tests serve over
 * HTTP.
 */
export async function answerAsPayoutProvider(request: Request): Promise<Response> {
  const { status, body } = await answerCall(request, new URL(request.url).pathname)
  if (request.method === "GET" || status !== 200) return Response.json(body, { status })
  return new Response(await encryptBody(body, SIMULATOR_PAYOUT_KEYS.securityKey), {
    status,
    headers: { "Content-Type": "text/plain" },
  })
}

async function answerCall(request: Request, path: string): Promise<SimulatedResponse> {
  const authorization = request.headers.get("Authorization") ?? ""
  const credentials = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString()
  if (!credentials.endsWith(":") || credentials.length < 5)
    return refuse(401, "UNAUTHORIZED_KEY", "인증되지 않은 시크릿 키 혹은 클라이언트 키 입니다.")
  if (request.method === "GET") return find(path)
  if (request.headers.get("TossPayments-api-security-mode") !== "ENCRYPTION")
    return refuse(400, "INVALID_REQUEST", "암호화된 요청이 아닙니다.")
  const decrypted = await decryptBody(await request.text(), SIMULATOR_PAYOUT_KEYS.securityKey).catch(
    () => null,
  )
  const { iat, nonce } = decrypted?.header ?? {}
  if (!decrypted || asText(iat) === "" || asText(nonce) === "")
    return refuse(400, "INVALID_REQUEST", "요청을 복호화할 수 없습니다.")
  return answerOnce(request.headers.get("Idempotency-Key") ?? key("none"), `POST ${path}`, async (tx) =>
    run(tx, path, decrypted.body),
  )
}

function run(tx: Transaction, path: string, body: unknown): Promise<SimulatedResponse> | SimulatedResponse {
  if (path === "/v2/sellers") return register(tx, asRecord(body))
  const seller = /^\/v2\/sellers\/([^/]+)$/.exec(path)
  if (seller) return update(tx, decodeURIComponent(seller[1] ?? ""), asRecord(body))
  if (path === "/v2/payouts" && Array.isArray(body)) return pay(tx, body.map(asRecord))
  return refuse(404, "NOT_FOUND", "존재하지 않는 정보 입니다.")
}

async function find(path: string): Promise<SimulatedResponse> {
  if (path === "/v2/balances")
    return answer("balance", {
      pendingAmount: { currency: "KRW", value: 0 },
      availableAmount: { currency: "KRW", value: AVAILABLE_WON },
    })
  const [, kind, name] = /^\/v2\/(sellers|payouts)\/([^/]+)$/.exec(path) ?? []
  const id = decodeURIComponent(name ?? "")
  if (kind === "sellers") return findSeller(id)
  return kind === "payouts" ? findPayout(id) : refuse(404, "NOT_FOUND", "존재하지 않는 정보 입니다.")
}

/** Whoever is asked about has shown meanwhile who they are, as people do at the provider's. */
async function findSeller(id: string): Promise<SimulatedResponse> {
  const [row] = await db().select().from(simulatedSellers).where(eq(simulatedSellers.id, id))
  if (!row) return refuse(404, "NOT_FOUND_SELLER", "존재하지 않는 셀러입니다.")
  if (row.seller.status !== "APPROVAL_REQUIRED") return answer("seller", row.seller)
  const seller = { ...row.seller, status: "PARTIALLY_APPROVED" }
  await db().update(simulatedSellers).set({ seller, updatedAt: now() }).where(eq(simulatedSellers.id, id))
  return answer("seller", seller)
}

/** A payout that is asked about has reached its account meanwhile, or has not. */
async function findPayout(id: string): Promise<SimulatedResponse> {
  const [row] = await db().select().from(simulatedPayouts).where(eq(simulatedPayouts.id, id))
  if (!row) return refuse(404, "NOT_FOUND_PAYOUT", "존재하지 않는 지급대행입니다.")
  if (row.payout.status !== "REQUESTED") return answer("payout", row.payout)
  const [to] = await db()
    .select()
    .from(simulatedSellers)
    .where(eq(simulatedSellers.id, row.payout.destination))
  const isClosed = to?.seller.account.accountNumber.endsWith("0000") === true
  const payout: SimulatedPayout = isClosed
    ? {
        ...row.payout,
        status: "FAILED",
        error: { code: "INVALID_ACCOUNT", message: "해지되었거나 입금할 수 없는 계좌입니다." },
      }
    : { ...row.payout, status: "COMPLETED" }
  await db().update(simulatedPayouts).set({ payout, updatedAt: now() }).where(eq(simulatedPayouts.id, id))
  return answer("payout", payout)
}

const readAccount = (body: Record<string, unknown>) => ({
  accountNumber: asText(asRecord(body.account).accountNumber),
})

/** Whether a body says who is paid: a person by their name, a business by its name, number and head. */
function isPayeeNamed({ businessType, individual, company }: Record<string, unknown>): boolean {
  if (businessType === "INDIVIDUAL") return asText(asRecord(individual).name) !== ""
  const { name, representativeName, businessRegistrationNumber } = asRecord(company)
  return (
    (businessType === "INDIVIDUAL_BUSINESS" || businessType === "CORPORATE") &&
    asText(name) !== "" &&
    asText(representativeName) !== "" &&
    /^\d{10}$/.test(asText(businessRegistrationNumber))
  )
}

async function register(tx: Transaction, body: Record<string, unknown>): Promise<SimulatedResponse> {
  const refSellerId = asText(body.refSellerId)
  const account = readAccount(body)
  if (!/^.{7,20}$/.test(refSellerId) || account.accountNumber === "" || !isPayeeNamed(body))
    return refuse(400, "INVALID_REQUEST", "잘못된 요청입니다.")
  const seller: SimulatedSeller = { id: key("seller"), refSellerId, status: "APPROVAL_REQUIRED", account }
  const [created] = await tx
    .insert(simulatedSellers)
    .values({ id: seller.id, ref: refSellerId, seller, updatedAt: now() })
    .onConflictDoNothing()
    .returning()
  return created
    ? answer("seller", seller)
    : refuse(400, "DUPLICATED_REF_SELLER_ID", "이미 등록된 셀러 식별자입니다.")
}

async function update(
  tx: Transaction,
  id: string,
  body: Record<string, unknown>,
): Promise<SimulatedResponse> {
  const [row] = await tx.select().from(simulatedSellers).where(eq(simulatedSellers.id, id))
  if (!row) return refuse(404, "NOT_FOUND_SELLER", "존재하지 않는 셀러입니다.")
  const seller = { ...row.seller, account: readAccount(body) }
  await tx.update(simulatedSellers).set({ seller, updatedAt: now() }).where(eq(simulatedSellers.id, id))
  return answer("seller", seller)
}

async function pay(tx: Transaction, wanted: readonly Record<string, unknown>[]): Promise<SimulatedResponse> {
  const made: SimulatedPayout[] = []
  for (const each of wanted) {
    const [to] = await tx
      .select()
      .from(simulatedSellers)
      .where(eq(simulatedSellers.id, asText(each.destination)))
    if (!to) return refuse(404, "NOT_FOUND_SELLER", "존재하지 않는 셀러입니다.")
    const { value } = asRecord(each.amount)
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0)
      return refuse(400, "INVALID_REQUEST", "잘못된 요청입니다.")
    const isApproved = to.seller.status === "APPROVED"
    if (!isApproved && (to.seller.status !== "PARTIALLY_APPROVED" || value >= PARTIAL_APPROVAL_MAX_WON))
      return refuse(403, "NOT_APPROVED_SELLER", "지급대행이 가능한 셀러가 아닙니다.")
    const payout: SimulatedPayout = {
      id: key("payout"),
      refPayoutId: asText(each.refPayoutId),
      destination: to.id,
      status: "REQUESTED",
      amount: { currency: "KRW", value },
      error: null,
    }
    const [created] = await tx
      .insert(simulatedPayouts)
      .values({ id: payout.id, ref: payout.refPayoutId, payout, updatedAt: now() })
      .onConflictDoNothing()
      .returning()
    if (!created) return refuse(400, "DUPLICATED_REF_PAYOUT_ID", "이미 요청한 지급대행입니다.")
    made.push(payout)
  }
  return answer("payout", { items: made })
}
