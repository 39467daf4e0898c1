/**
 * The settings of the process: read once, checked once, a wrong value stops the start with a sentence
 * that names it.
 */
import { isIP } from "node:net"
import { z } from "zod"
import { OVERRIDES } from "./overrides/names.ts"
import { checkPayoutSettings, PAYOUT_SERVICES, PAYOUT_SETTINGS } from "./payout-settings.ts"
import { PROCESS_SETTINGS } from "./process-settings.ts"
import { checkSocialSettings, SOCIAL_SETTINGS } from "./social-settings.ts"
import { TRACKING_SERVICE, TRACKING_SETTINGS } from "./tracking-settings.ts"
import { splitHostAddresses } from "./database-address.server.ts"
import { readSettingFiles } from "./setting-files.ts"

/** What a wrong address should have looked like. */
const EXAMPLES: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgres://사용자:비밀번호@호스트:5432/이름",
  DATABASE_SESSION_URL: "postgres://사용자:비밀번호@호스트:5432/이름",
  DATABASE_READ_URL: "postgres://사용자:비밀번호@대기서버:5432/이름",
  REDIS_URL: "redis://호스트:6379",
  PRODUCTION_ORIGIN: "https://example.kr",
  PUBLIC_ORIGIN: "http://192.168.0.10:3000",
  SMTP_URL: "smtps://사용자:비밀번호@호스트:465",
  TOSS_API_URL: "https://api.tosspayments.com",
  CODEF_API_URL: "https://api.codef.io",
  TRACKER_API_URL: "https://apis.tracker.delivery/graphql",
  CODEF_TOKEN_URL: "https://oauth.codef.io/oauth/token",
  S3_ENDPOINT: "https://s3.example.kr",
}

type SettingIssue = {
  code?: string
  path?: PropertyKey[]
  origin?: string
  values?: readonly unknown[]
  minimum?: number | bigint
  maximum?: number | bigint
}

/** What is wrong with a value, for an operator: what belongs there. */
function describeIssue(issue: SettingIssue): string {
  const name = String(issue.path?.[0] ?? "")
  const isNumber = issue.origin === "number" || issue.origin === "int"
  if (issue.code === "invalid_value") return `${(issue.values ?? []).join(", ")} 가운데 하나를 넣어 주세요`
  if (issue.code === "too_small" && isNumber) return `${issue.minimum} 이상의 정수를 넣어 주세요`
  if (issue.code === "too_small") return `${issue.minimum}자 이상으로 넣어 주세요`
  if (issue.code === "too_big") return `${issue.maximum} 이하의 정수를 넣어 주세요`
  if (issue.code === "invalid_type") return "정수를 넣어 주세요"
  const example = EXAMPLES[name]
  if (issue.code === "invalid_format") return `올바른 주소를 넣어 주세요.${example ? ` 예: ${example}` : ""}`
  return "읽을 수 없는 값이에요. .env.example의 설명대로 넣어 주세요"
}

const booleanFlag = z.enum(["0", "1"]).transform((value) => value === "1")
const optionalText = z.string().min(1).optional()

/** An address, or a network as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/")
  const version = isIP(address)
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
  return version !== 0 && fits && more.length === 0
}

/** Addresses and networks with commas between. */
const networkList = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .refine(
    (list) => list.length > 0 && list.every(isNetwork),
    "쉼표로 나눈 주소나 네트워크여야 해요 (예: 10.0.0.0/8,127.0.0.1)",
  )

/** Names of overrides with commas between (overrides/names.ts). */
const overrideList = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.enum(OVERRIDES)))

/** An origin: nothing after the host. */
const origin = (protocol: RegExp) =>
  z
    .url({ protocol })
    .refine(
      (text) => URL.parse(text)?.pathname === "/" && !/[?#]/.test(text),
      "경로 없이 주소만 있어야 해요 (예: https://baro.example)",
    )

const SettingsShape = z.object({
  /** Environment of the product (specification §3); not NODE_ENV. */
  APP_ENV: z.enum(["development", "staging", "production", "test"]).default("development"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  DATA_DIR: z.string().min(1).default("./data"),
  /** One host, or several with commas, each with a port: the primary among them is used. */
  DATABASE_URL: z
    .string()
    .refine(
      (text) => splitHostAddresses(text).length > 0,
      "postgres://로 시작하는 주소여야 해요. 여러 서버는 쉼표로 이어요",
    )
    .optional(),
  /** Events between processes go over Redis where given, over PostgreSQL where not. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  /**
   * What this process does: `web` answers requests, `worker` does scheduled and queued work, `all` does both.
   */
  PROCESS_ROLE: z.enum(["all", "web", "worker"]).default("all"),
  ...PROCESS_SETTINGS,
  /** A start brings the database up to date; without it that is `npm run migrate`'s alone. */
  MIGRATE_AT_START: booleanFlag.default(true),
  /** How long a start waits for another process that changes the database, or for tables in use. */
  MIGRATION_WAIT_MS: z.coerce.number().int().min(0).max(3_600_000).default(60_000),
  /** How long public views are shared, in milliseconds; 0 for not at all, as tests have it. */
  SHARED_MS: z.coerce.number().int().min(0).max(60_000).optional(),
  /** Overrides of React Router's private parts that are turned off, by name with commas between. */
  OVERRIDES_OFF: overrideList.default([]),
  DEMO: booleanFlag.default(true),
  /** Production origin and the piece of a host name that marks production (specification §7). */
  PRODUCTION_ORIGIN: origin(/^https$/).optional(),
  PRODUCTION_HOST_MARKER: optionalText,
  /**
   * The origin outside production. Without it links in letters lead to localhost, and pages take the origin
   * of the request.
   */
  PUBLIC_ORIGIN: origin(/^https?$/).optional(),
  /** One proxy stands before the process, on this machine or in a private network with it. */
  TRUST_PROXY: booleanFlag.default(false),
  /** Networks of the proxies, in place of TRUST_PROXY: any number of them, one behind another. */
  TRUSTED_PROXIES: networkList.optional(),
  /** How long a process that stops still takes requests; without it see {@link drainMs}. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
  /** Who sends it reads /metrics. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** A port of its own for /metrics, on METRICS_HOST. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  /** The collector that takes traces over OTLP/HTTP; the variables are OpenTelemetry's own. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("baroildang"),
  /** The share of requests that are traced, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SECRET: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
  /** Who sends mail; without it SMTP where an address is given, else the readable outbox. */
  MAIL: z.enum(["smtp", "outbox", "off"]).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** Who sends text messages; without it Solapi where its keys are given, else the readable outbox. */
  SMS: z.enum(["solapi", "outbox", "off"]).optional(),
  SOLAPI_API_KEY: optionalText,
  SOLAPI_API_SECRET: optionalText,
  SMS_FROM: optionalText,
  /** Who says whether a new password has leaked elsewhere; without it nobody is asked. */
  BREACHED_PASSWORDS: z.enum(["hibp", "off"]).optional(),
  BREACHED_PASSWORDS_URL: z.url({ protocol: /^https?$/ }).optional(),
  ...SOCIAL_SETTINGS,
  /** Kakao's map, and sharing by KakaoTalk; without it squares are drawn, and the device's sheet shares. */
  KAKAO_JS_KEY: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** Who takes payments; without it Toss Payments where its keys are given, else the simulator. */
  PAYMENTS: z.enum(["toss", "simulator", "off"]).optional(),
  TOSS_CLIENT_KEY: optionalText,
  TOSS_SECRET_KEY: optionalText,
  TOSS_API_URL: z.url().default("https://api.tosspayments.com"),
  /** Who gives relay numbers (안심번호); without it the simulator in development, nobody elsewhere. */
  RELAY: z.enum(["simulator", "off"]).optional(),
  ...PAYOUT_SETTINGS,
  ...TRACKING_SETTINGS,
  /** What Naver gives to prove that the site is ours. */
  NAVER_SITE_VERIFICATION: optionalText,
  S3_BUCKET: optionalText,
  S3_REGION: optionalText,
  S3_ENDPOINT: z.url().optional(),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
})

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(SettingsShape.shape)

type RawSettings = z.infer<typeof SettingsShape>
type ReportIssue = (name: keyof RawSettings, message: string) => void

/** Test keys of the provider charge nobody. */
export const hasTestKeys = (settings: Pick<RawSettings, "TOSS_SECRET_KEY">): boolean =>
  settings.TOSS_SECRET_KEY?.startsWith("test_") === true

const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"]
const isLoopback = (url: URL | null) => url !== null && LOOPBACK.includes(url.hostname)

/**
 * Who takes payments, pays out, checks accounts, sends mail and text messages: the real one, its practice,
 * and what the real one stands on.
 */
const EXTERNAL_SERVICES = [
  {
    name: "PAYMENTS",
    real: "toss",
    practice: "simulator",
    requiredSettings: "TOSS_CLIENT_KEY와 TOSS_SECRET_KEY",
    off: "결제를 받지 않으려면",
    isConfigured: (settingsToCheck: RawSettings) =>
      Boolean(settingsToCheck.TOSS_SECRET_KEY && settingsToCheck.TOSS_CLIENT_KEY),
  },
  ...PAYOUT_SERVICES,
  {
    name: "MAIL",
    real: "smtp",
    practice: "outbox",
    requiredSettings: "SMTP_URL",
    off: "메일 없이 열려면",
    isConfigured: (settingsToCheck: RawSettings) => Boolean(settingsToCheck.SMTP_URL),
  },
  {
    name: "SMS",
    real: "solapi",
    practice: "outbox",
    requiredSettings: "SOLAPI_API_KEY, SOLAPI_API_SECRET, SMS_FROM",
    off: "문자 없이 열려면",
    isConfigured: (settingsToCheck: RawSettings) => Boolean(settingsToCheck.SOLAPI_API_KEY),
  },
  TRACKING_SERVICE,
] as const

/**
 * Checks payments, payouts, checks of accounts, mail and SMS: in production real or switched off by name, in
 * staging whatever is named; nothing is simulated in silence.
 */
function checkServices(settings: RawSettings, reportIssue: ReportIssue): void {
  const isProductionEnvironment = settings.APP_ENV === "production"
  for (const { name, real, practice, requiredSettings, off, isConfigured } of EXTERNAL_SERVICES) {
    const chosenMode = settings[name] ?? (isConfigured(settings) ? real : undefined)
    const provideText = `${requiredSettings}을(를) 넣거나`
    const switchOffText = `${off} ${name}=off로 두세요`
    if (chosenMode === real && !isConfigured(settings))
      reportIssue(name, `${real}을(를) 쓰려면 ${requiredSettings}을(를) 넣어 주세요`)
    else if (isProductionEnvironment && chosenMode === practice) {
      reportIssue(
        name,
        `production에서는 연습용(${practice})을 쓸 수 없어요. ${provideText}, ${switchOffText}`,
      )
    } else if (isProductionEnvironment && chosenMode === undefined)
      reportIssue(name, `production에서는 ${provideText}, ${switchOffText}`)
    else if (settings.APP_ENV === "staging" && chosenMode === undefined) {
      reportIssue(name, `staging에서는 ${provideText}, 연습용이면 ${name}=${practice}, ${switchOffText}`)
    }
  }
  const mail = settings.MAIL ?? (settings.SMTP_URL ? "smtp" : undefined)
  if (isProductionEnvironment && mail === "smtp" && !settings.MAIL_FROM) {
    reportIssue(
      "MAIL_FROM",
      "production에서 메일을 보내려면 보내는 주소가 있어야 해요. 예: 우리가게 <no-reply@example.kr>",
    )
  }
  checkPayments(settings, reportIssue)
}

/** Checks the keys of the payment provider and the way to it. */
function checkPayments(settings: RawSettings, reportIssue: ReportIssue): void {
  const { APP_ENV, PAYMENTS, TOSS_CLIENT_KEY, TOSS_SECRET_KEY } = settings
  const api = URL.parse(settings.TOSS_API_URL)
  if (api && api.protocol !== "https:" && !isLoopback(api)) {
    reportIssue("TOSS_API_URL", "비밀 키가 그대로 오가지 않도록 https 주소를 넣어 주세요")
  }
  const isTest = hasTestKeys(settings)
  if (TOSS_CLIENT_KEY && TOSS_SECRET_KEY && TOSS_CLIENT_KEY.startsWith("test_") !== isTest) {
    reportIssue("TOSS_CLIENT_KEY", "TOSS_SECRET_KEY와 같은 종류(test_ 또는 live_)의 키를 넣어 주세요")
  } else if (APP_ENV === "production" && PAYMENTS !== "off" && isTest && !isLoopback(api)) {
    const provideText = "live_로 시작하는 키를 넣거나, 결제를 받지 않으려면 PAYMENTS=off로 두세요"
    reportIssue("TOSS_SECRET_KEY", `테스트 키로는 돈이 결제되지 않아요. ${provideText}`)
  }
}

const Settings = SettingsShape.superRefine((settings, check) => {
  const isProductionEnvironment = settings.APP_ENV === "production"
  const requireSetting = (name: keyof typeof settings, when: boolean, why: string) => {
    if (when && !settings[name]) check.addIssue({ code: "custom", path: [name], message: why })
  }
  requireSetting("SECRET", isProductionEnvironment, "production에서는 32자 이상의 비밀 값이 있어야 해요")
  requireSetting(
    "PRODUCTION_ORIGIN",
    isProductionEnvironment,
    "production에서는 서비스 주소(https)가 있어야 해요",
  )
  requireSetting("SOLAPI_API_SECRET", Boolean(settings.SOLAPI_API_KEY), "SOLAPI_API_KEY와 함께 있어야 해요")
  requireSetting("SMS_FROM", Boolean(settings.SOLAPI_API_KEY), "문자를 보내려면 발신 번호가 있어야 해요")
  requireSetting("TOSS_CLIENT_KEY", Boolean(settings.TOSS_SECRET_KEY), "TOSS_SECRET_KEY와 함께 있어야 해요")
  requireSetting("TOSS_SECRET_KEY", Boolean(settings.TOSS_CLIENT_KEY), "TOSS_CLIENT_KEY와 함께 있어야 해요")
  requireSetting(
    "TRACKER_CLIENT_SECRET",
    Boolean(settings.TRACKER_CLIENT_ID),
    "TRACKER_CLIENT_ID와 함께 있어야 해요",
  )
  requireSetting("DATABASE_URL", Boolean(settings.DATABASE_SESSION_URL), "DATABASE_SESSION_URL에도 필요해요")
  requireSetting("S3_REGION", Boolean(settings.S3_BUCKET), "S3_BUCKET과 함께 있어야 해요")
  const reportIssue: ReportIssue = (name, message) =>
    check.addIssue({ code: "custom", path: [name], message })
  if (isProductionEnvironment && settings.RELAY === "simulator")
    reportIssue("RELAY", "production에서는 연습용(simulator)을 쓸 수 없어요. RELAY=off로 두세요")
  checkSocialSettings(settings, reportIssue)
  checkPayoutSettings(settings, reportIssue)
  checkServices(settings, reportIssue)
  if (isProductionEnvironment && settings.DEMO) {
    check.addIssue({ code: "custom", path: ["DEMO"], message: "production에서는 DEMO=0이어야 해요" })
  }
})

export type Environment = z.infer<typeof Settings>

/**
 * Reads settings from name→text pairs, and from the files that `{name}_FILE` names. Empty text counts as
 * absent. Throws a sentence that names every wrong setting.
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const { settings, problems } = readSettingFiles(source, settingNames)
  const given = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined && value !== ""),
  )
  const result = Settings.safeParse(given, { error: describeIssue })
  if (result.success && problems.length === 0) return result.data
  const lines = problems.map(({ name, message }) => `  ${name}: ${message}`)
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join(".")
    const valueText = /SECRET|KEY|TOKEN|URL/.test(name)
      ? ""
      : ` (지금 값: ${JSON.stringify(given[name] ?? "")})`
    lines.push(`  ${name}: ${issue.message}${valueText}`)
  }
  throw new Error(
    `설정이 올바르지 않아 시작하지 않았어요.\n${lines.join("\n")}\n.env.example을 참고해 고쳐 주세요.`,
  )
}

/** The origin that the settings say: every request is taken as one to it. Undefined where they say none. */
export function getConfiguredOrigin(): string | undefined {
  const { APP_ENV, PRODUCTION_ORIGIN, PUBLIC_ORIGIN } = env()
  const configuredOrigin = APP_ENV === "production" ? PRODUCTION_ORIGIN : PUBLIC_ORIGIN
  return configuredOrigin && new URL(configuredOrigin).origin
}

/**
 * The origin of addresses in what is sent: letters, text messages. Never that of a request, whose Host
 * anybody can write.
 */
export const getOwnOrigin = (): string => getConfiguredOrigin() ?? `http://localhost:${env().PORT}`

/** Milliseconds that a process that stops still takes requests: a balancer asks every one or two seconds. */
export const drainMs = ({ DRAIN_SECONDS, APP_ENV }: Environment): number =>
  (DRAIN_SECONDS ?? (APP_ENV === "production" || APP_ENV === "staging" ? 5 : 0)) * 1_000

let currentEnvironment: Environment | undefined

/** The settings of this process. */
export function env(): Environment {
  return (currentEnvironment ??= readEnvironment(process.env))
}

/** Tests and the two commands give settings of their own before anything reads them. */
export function setEnvironment(settings: Environment): void {
  currentEnvironment = settings
}

/**
 * Memoizes `create` per environment: it runs once for the settings of the process, and again where they are
 * others, which name other services and databases.
 */
export function memoizePerEnvironment<Value>(create: () => Value): () => Value {
  let memo: { settings: Environment; value: Value } | undefined
  return () => {
    const settings = env()
    if (memo?.settings !== settings) memo = { settings, value: create() }
    return memo.value
  }
}

/**
 * The origin for absolute addresses on a page (specification §7): the production origin where the host name
 * holds the production marker, else the origin of the request at hand, which is the public one
 * (server/client-address.ts). Letters take {@link getOwnOrigin}.
 */
export function getBaseUrl(requestUrl: string): string {
  const { PRODUCTION_ORIGIN, PRODUCTION_HOST_MARKER } = env()
  const url = new URL(requestUrl)
  const isProduction = PRODUCTION_HOST_MARKER && url.hostname.includes(PRODUCTION_HOST_MARKER)
  return new URL(PRODUCTION_ORIGIN && isProduction ? PRODUCTION_ORIGIN : url).origin
}
