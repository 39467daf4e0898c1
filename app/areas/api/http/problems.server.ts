/** Problems as RFC 9457 has them, in the language that a program asks for. */
import type { ApiRole } from "../rules.ts"
import type { Bilingual } from "./operation.server.ts"

export type Language = keyof Bilingual
export type FieldProblem = { pointer: string; detail: string }

/** The language of Accept-Language that is rather wanted, Korean where it says neither. */
export function readLanguage(header: string | null): Language {
  const wanted = (header ?? "").split(",").map((part, index) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
    const weight = Number(/^\s*q=([\d.]+)$/.exec(parameters.join(";"))?.[1] ?? 1)
    return { language: tag.split("-")[0], weight: Number.isNaN(weight) ? 0 : weight, index }
  })
  const [first] = wanted
    .filter(({ language, weight }) => (language === "ko" || language === "en") && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  return first?.language === "en" ? "en" : "ko"
}

const TITLES: Record<number, Bilingual> = {
  400: { ko: "잘못된 요청", en: "Bad request" },
  401: { ko: "인증 필요", en: "Not authenticated" },
  403: { ko: "권한 없음", en: "Not allowed" },
  404: { ko: "찾을 수 없음", en: "Not found" },
  405: { ko: "쓸 수 없는 메서드", en: "Method not allowed" },
  408: { ko: "시간 초과", en: "Request timeout" },
  409: { ko: "지금은 할 수 없음", en: "Conflict" },
  412: { ko: "조건이 맞지 않음", en: "Precondition failed" },
  413: { ko: "너무 큰 요청", en: "Content too large" },
  415: { ko: "받지 않는 형식", en: "Unsupported media type" },
  429: { ko: "너무 많은 요청", en: "Too many requests" },
  500: { ko: "서버 오류", en: "Server error" },
  503: { ko: "잠시 쓸 수 없음", en: "Unavailable" },
  507: { ko: "저장할 자리 없음", en: "Insufficient storage" },
}

/** Problems that any operation may answer, by their code. */
export const COMMON_PROBLEMS = {
  key_missing: {
    status: 401,
    ko: "Authorization: Bearer 헤더에 API 키를 넣어 주세요.",
    en: "Send your API key in the Authorization: Bearer header.",
  },
  key_unknown: {
    status: 401,
    ko: "쓸 수 없는 API 키예요. 폐기했거나 잘못 적었는지 확인해 주세요.",
    en: "This API key is unknown or revoked.",
  },
  owner_suspended: {
    status: 403,
    ko: "이용이 정지된 계정의 API 키예요.",
    en: "The owner of this API key is suspended.",
  },
  scope_missing: {
    status: 403,
    ko: "이 API 키에 없는 권한이에요. 권한이 있는 키를 새로 만들어 주세요.",
    en: "This API key lacks the scope that the operation needs.",
  },
  no_shop: {
    status: 403,
    ko: "상점이 있는 계정의 API 키가 아니에요.",
    en: "The owner of this API key has no shop.",
  },
  no_expert: {
    status: 403,
    ko: "승인된 전문가의 API 키가 아니에요.",
    en: "The owner of this API key is no approved expert.",
  },
  not_found: {
    status: 404,
    ko: "찾을 수 없어요. 없거나 내 것이 아니에요.",
    en: "It does not exist, or is not yours.",
  },
  no_operation: {
    status: 404,
    ko: "이런 주소는 없어요. 문서에서 주소를 확인해 주세요.",
    en: "There is no operation at this address.",
  },
  method_unknown: {
    status: 405,
    ko: "이 주소는 그 메서드를 받지 않아요.",
    en: "The address does not take this method.",
  },
  media_type: {
    status: 415,
    ko: "본문의 Content-Type이 문서와 달라요.",
    en: "The Content-Type of the body is not the documented one.",
  },
  not_json: { status: 400, ko: "본문이 JSON 객체가 아니에요.", en: "The body is not a JSON object." },
  invalid: {
    status: 400,
    ko: "보낸 값에 고칠 것이 있어요. errors를 확인해 주세요.",
    en: "Some values are not accepted; see errors.",
  },
  idempotency_key: {
    status: 400,
    ko: "Idempotency-Key는 1~128자의 영문, 숫자와 -_.:로 써 주세요.",
    en: "Idempotency-Key must be 1 to 128 letters, digits or -_.:",
  },
  key_reused: {
    status: 409,
    ko: "같은 Idempotency-Key로 다른 요청을 보냈어요. 새 키를 써 주세요.",
    en: "This Idempotency-Key was used for another request.",
  },
  under_way: {
    status: 409,
    ko: "같은 Idempotency-Key의 요청을 아직 처리하고 있어요. 잠시 뒤 다시 보내 주세요.",
    en: "The first request with this Idempotency-Key is still being worked on.",
  },
  answer_unknown: {
    status: 409,
    ko: "같은 Idempotency-Key의 요청이 답 없이 끝났어요. 결과를 확인하고 새 키를 써 주세요.",
    en: "The first request with this Idempotency-Key ended without an answer. Check what it did.",
  },
  version_moved: {
    status: 412,
    ko: "If-Match의 버전이 지금과 달라요. 다시 읽은 뒤 보내 주세요.",
    en: "If-Match names another version than the present one. Read it again first.",
  },
  too_many: {
    status: 429,
    ko: "요청이 너무 많아요. Retry-After만큼 기다려 주세요.",
    en: "Too many requests. Wait as long as Retry-After says.",
  },
  too_large: { status: 413, ko: "본문이 너무 커요.", en: "The body is too large." },
  late: { status: 408, ko: "본문이 너무 늦게 왔어요.", en: "The body came too slowly." },
  cut: { status: 400, ko: "본문이 도중에 잘렸어요.", en: "The body was cut off." },
  no_room: { status: 507, ko: "지금은 받아 둘 자리가 없어요.", en: "There is no room for it now." },
  busy: {
    status: 503,
    ko: "지금 요청이 많아요. 잠시 뒤 다시 보내 주세요.",
    en: "The service is busy. Try again in a moment.",
  },
  unavailable: {
    status: 503,
    ko: "지금은 답할 수 없어요. 잠시 뒤 다시 보내 주세요.",
    en: "The service cannot answer right now. Try again in a moment.",
  },
  failed: {
    status: 500,
    ko: "문제가 생겼어요. 요청 번호와 함께 알려 주세요.",
    en: "Something went wrong. Tell us with the request id.",
  },
} as const satisfies Record<string, Bilingual & { status: number }>
export type CommonProblem = keyof typeof COMMON_PROBLEMS

/** Answers a problem; `code` tells programs apart what sentences tell people. */
export function createProblem(
  language: Language,
  code: string,
  problem: Bilingual & { status: number },
  more: { errors?: readonly FieldProblem[]; headers?: Record<string, string> } = {},
): Response {
  const { status } = problem
  const body = {
    type: `/developers#${code}`,
    title: TITLES[status]?.[language] ?? String(status),
    status,
    code,
    detail: problem[language],
    ...(more.errors && { errors: more.errors }),
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/problem+json; charset=utf-8",
      "Content-Language": language,
      "Cache-Control": "no-store",
      ...more.headers,
    },
  })
}

/** Answers a problem that any operation may have. */
export const createCommonProblem = (
  language: Language,
  code: CommonProblem,
  more?: Parameters<typeof createProblem>[3],
): Response => createProblem(language, code, COMMON_PROBLEMS[code], more)

/** What is said to a key whose owner is not who the operation is for. */
export const ROLE_PROBLEMS = { seller: "no_shop", expert: "no_expert" } as const satisfies Record<
  ApiRole,
  CommonProblem
>
