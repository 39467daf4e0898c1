/** Owns the settings of the process: read once, checked once, a wrong value stops the start with a sentence that names it. */
import { z } from "zod"

const flag = z.enum(["0", "1"]).transform((value) => value === "1")
const optional = z.string().min(1).optional()

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
    PRODUCTION_ORIGIN: z.url({ protocol: /^https$/ }).optional(),
    PRODUCTION_HOST_MARKER: optional,
    TRUST_PROXY: flag.default(false),
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
    const shown = /SECRET|KEY|URL/.test(name) ? "" : ` (지금 값: ${JSON.stringify(given[name] ?? "")})`
    return `  ${name}: ${issue.message}${shown}`
  })
  throw new Error(`설정이 올바르지 않아 시작하지 않았어요.\n${lines.join("\n")}\n.env.example을 참고해 고쳐 주세요.`)
}

/** The origin of addresses in what is sent when nobody asks: letters, text messages. Without a production origin, where this process listens. */
export const ownOrigin = (): string => new URL(env().PRODUCTION_ORIGIN ?? `http://localhost:${env().PORT}`).origin

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
 * The origin for absolute addresses (specification §7): the production origin where the host name holds the production
 * marker, else the origin of the request at hand.
 */
export function baseUrl(requestUrl: string): string {
  const { PRODUCTION_ORIGIN, PRODUCTION_HOST_MARKER, APP_ENV } = env()
  const url = new URL(requestUrl)
  if (PRODUCTION_ORIGIN && (APP_ENV === "production" || (PRODUCTION_HOST_MARKER && url.hostname.includes(PRODUCTION_HOST_MARKER)))) {
    return new URL(PRODUCTION_ORIGIN).origin
  }
  return url.origin
}
