/** Owns the settings of the process: read once, checked once, a wrong value stops the start with a sentence that names it. */
import { isIP } from "node:net"
import { z } from "zod"

const flag = z.enum(["0", "1"]).transform((value) => value === "1")
const optional = z.string().min(1).optional()

/** An address, or a network as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/")
  const version = isIP(address)
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
  return version !== 0 && fits && more.length === 0
}

/** Addresses and networks with commas between. */
const networks = z
  .string()
  .transform((text) => text.split(",").map((one) => one.trim()).filter(Boolean))
  .refine((list) => list.length > 0 && list.every(isNetwork), "쉼표로 나눈 주소나 네트워크여야 해요 (예: 10.0.0.0/8,127.0.0.1)")

/** An origin: nothing after the host. */
const origin = (protocol: RegExp) => z.url({ protocol }).refine((text) => new URL(text).pathname === "/" && !/[?#]/.test(text), "경로 없이 주소만 있어야 해요 (예: https://baro.example)")

const Settings = z
  .object({
    /** Environment of the product (specification §3); not NODE_ENV. */
    APP_ENV: z.enum(["development", "staging", "production", "test"]).default("development"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().min(1).default("0.0.0.0"),
    DATA_DIR: z.string().min(1).default("./data"),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /** Events between processes go over Redis where given, over PostgreSQL where not. */
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
    /** How long public views are shared, in milliseconds; 0 for not at all, as tests have it. */
    SHARED_MS: z.coerce.number().int().min(0).max(60_000).optional(),
    DEMO: flag.default(true),
    /** Production origin and the piece of a host name that marks production (specification §7). */
    PRODUCTION_ORIGIN: origin(/^https$/).optional(),
    PRODUCTION_HOST_MARKER: optional,
    /** The origin outside production. Without it links in letters lead to localhost, and pages take the origin of the request. */
    PUBLIC_ORIGIN: origin(/^https?$/).optional(),
    /** One proxy stands before the process, on this machine or in a private network with it. */
    TRUST_PROXY: flag.default(false),
    /** Networks of the proxies, in place of TRUST_PROXY: any number of them, one behind another. */
    TRUSTED_PROXIES: networks.optional(),
    /** How long a process that stops still takes requests; without it see {@link drainMs}. */
    DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
    /** Who sends it reads /metrics. */
    METRICS_TOKEN: z.string().min(16).optional(),
    /** A port of its own for /metrics, on METRICS_HOST. */
    METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
    METRICS_HOST: z.string().min(1).default("127.0.0.1"),
    SECRET: z.string().min(32).optional(),
    LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().min(3).default("바로일당 <no-reply@baroildang.example>"),
    SOLAPI_API_KEY: optional,
    SOLAPI_API_SECRET: optional,
    SMS_FROM: optional,
    KAKAO_CLIENT_ID: optional,
    KAKAO_CLIENT_SECRET: optional,
    NAVER_CLIENT_ID: optional,
    NAVER_CLIENT_SECRET: optional,
    GOOGLE_CLIENT_ID: optional,
    GOOGLE_CLIENT_SECRET: optional,
    TOSS_CLIENT_KEY: optional,
    TOSS_SECRET_KEY: optional,
    TOSS_API_URL: z.url().default("https://api.tosspayments.com"),
    /** What Naver gives to prove that the site is ours. */
    NAVER_SITE_VERIFICATION: optional,
    S3_BUCKET: optional,
    S3_REGION: optional,
    S3_ENDPOINT: z.url().optional(),
    S3_ACCESS_KEY_ID: optional,
    S3_SECRET_ACCESS_KEY: optional,
  })
  .superRefine((settings, check) => {
    const production = settings.APP_ENV === "production"
    const need = (name: keyof typeof settings, when: boolean, why: string) => {
      if (when && !settings[name]) check.addIssue({ code: "custom", path: [name], message: why })
    }
    need("SECRET", production, "production에서는 32자 이상의 비밀 값이 있어야 해요")
    need("PRODUCTION_ORIGIN", production, "production에서는 서비스 주소(https)가 있어야 해요")
    need("SMTP_URL", production, "production에서는 메일 서버가 있어야 해요. 읽을 수 있는 보낸편지함은 개발 환경에서만 써요")
    need("SOLAPI_API_SECRET", Boolean(settings.SOLAPI_API_KEY), "SOLAPI_API_KEY와 함께 있어야 해요")
    need("SMS_FROM", Boolean(settings.SOLAPI_API_KEY), "문자를 보내려면 발신 번호가 있어야 해요")
    need("TOSS_CLIENT_KEY", Boolean(settings.TOSS_SECRET_KEY), "TOSS_SECRET_KEY와 함께 있어야 해요")
    need("TOSS_SECRET_KEY", Boolean(settings.TOSS_CLIENT_KEY), "TOSS_CLIENT_KEY와 함께 있어야 해요")
    need("S3_REGION", Boolean(settings.S3_BUCKET), "S3_BUCKET과 함께 있어야 해요")
    for (const provider of ["KAKAO", "NAVER", "GOOGLE"] as const) {
      need(`${provider}_CLIENT_SECRET`, Boolean(settings[`${provider}_CLIENT_ID`]), `${provider}_CLIENT_ID와 함께 있어야 해요`)
    }
    if (production && settings.DEMO) {
      check.addIssue({ code: "custom", path: ["DEMO"], message: "production에서는 DEMO=0이어야 해요" })
    }
  })

export type Environment = z.infer<typeof Settings>

/** Reads settings from name→text pairs. Empty text counts as absent. Throws a sentence that names every wrong setting. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""))
  const result = Settings.safeParse(given)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join(".")
    const shown = /SECRET|KEY|TOKEN|URL/.test(name) ? "" : ` (지금 값: ${JSON.stringify(given[name] ?? "")})`
    return `  ${name}: ${issue.message}${shown}`
  })
  throw new Error(`설정이 올바르지 않아 시작하지 않았어요.\n${lines.join("\n")}\n.env.example을 참고해 고쳐 주세요.`)
}

/** The origin that the settings say: every request is taken as one to it. Undefined where they say none. */
export function fixedOrigin(): string | undefined {
  const { APP_ENV, PRODUCTION_ORIGIN, PUBLIC_ORIGIN } = env()
  const said = APP_ENV === "production" ? PRODUCTION_ORIGIN : PUBLIC_ORIGIN
  return said && new URL(said).origin
}

/** The origin of addresses in what is sent: letters, text messages. Never that of a request, whose Host anybody can write. */
export const ownOrigin = (): string => fixedOrigin() ?? `http://localhost:${env().PORT}`

/** Milliseconds that a process that stops still takes requests: a balancer asks every one or two seconds. */
export const drainMs = ({ DRAIN_SECONDS, APP_ENV }: Environment): number =>
  (DRAIN_SECONDS ?? (APP_ENV === "production" || APP_ENV === "staging" ? 5 : 0)) * 1_000

let current: Environment | undefined

/** The settings of this process. */
export function env(): Environment {
  return (current ??= readEnvironment(process.env))
}

/** Tests and the two commands give settings of their own before anything reads them. */
export function setEnvironment(settings: Environment): void {
  current = settings
}

/** What `make` makes at the first need, kept as long as the settings of the process are the same: other settings name other services, other databases. */
export function keptWith<Value>(make: () => Value): () => Value {
  let kept: { settings: Environment; value: Value } | undefined
  return () => {
    const settings = env()
    if (kept?.settings !== settings) kept = { settings, value: make() }
    return kept.value
  }
}

/**
 * The origin for absolute addresses on a page (specification §7): the production origin where the host name holds the production
 * marker, else the origin of the request at hand, which is the public one (server/address.ts). Letters take {@link ownOrigin}.
 */
export function baseUrl(requestUrl: string): string {
  const { PRODUCTION_ORIGIN, PRODUCTION_HOST_MARKER } = env()
  const url = new URL(requestUrl)
  const isProduction = PRODUCTION_HOST_MARKER && url.hostname.includes(PRODUCTION_HOST_MARKER)
  return new URL(PRODUCTION_ORIGIN && isProduction ? PRODUCTION_ORIGIN : url).origin
}
