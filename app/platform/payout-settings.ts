/** The settings of payouts to people and of the checks of their accounts. */
import { z } from "zod"

const text = z.string().min(1).optional()

export const PAYOUT_SETTINGS = {
  /**
   * Who pays people out; without it Toss Payments where its keys are given. In production and staging nobody
   * else does, and what is owed waits.
   */
  PAYOUTS: z.enum(["toss", "simulator", "off"]).optional(),
  /** Encrypts what the provider is asked to pay out. */
  TOSS_SECURITY_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
  /** Who checks an account by one won; without it CODEF where its keys are given, as with payouts. */
  ACCOUNT_CHECK: z.enum(["codef", "simulator", "off"]).optional(),
  CODEF_CLIENT_ID: text,
  CODEF_CLIENT_SECRET: text,
  CODEF_API_URL: z.url().default("https://api.codef.io"),
  CODEF_TOKEN_URL: z.url().default("https://oauth.codef.io/oauth/token"),
}

type PayoutSettings = z.infer<z.ZodObject<typeof PAYOUT_SETTINGS>> & {
  APP_ENV: string
  TOSS_SECRET_KEY?: string | undefined
}

/** Reports keys that are missing, and practice where it would stay unseen. */
export function checkPayoutSettings(
  settings: PayoutSettings,
  reportIssue: (name: keyof PayoutSettings, message: string) => void,
): void {
  const { PAYOUTS, TOSS_SECRET_KEY, TOSS_SECURITY_KEY, CODEF_CLIENT_ID, CODEF_CLIENT_SECRET } = settings
  if (PAYOUTS === "toss" && !TOSS_SECURITY_KEY)
    reportIssue("TOSS_SECURITY_KEY", "PAYOUTS=toss로 지급하려면 64자의 보안 키가 있어야 해요")
  if (TOSS_SECURITY_KEY && !TOSS_SECRET_KEY)
    reportIssue("TOSS_SECRET_KEY", "지급을 보내려면 TOSS_SECURITY_KEY와 함께 있어야 해요")
  if (settings.ACCOUNT_CHECK === "codef" && !CODEF_CLIENT_ID)
    reportIssue("CODEF_CLIENT_ID", "ACCOUNT_CHECK=codef로 계좌를 확인하려면 있어야 해요")
  if (Boolean(CODEF_CLIENT_ID) !== Boolean(CODEF_CLIENT_SECRET))
    reportIssue("CODEF_CLIENT_SECRET", "CODEF_CLIENT_ID와 CODEF_CLIENT_SECRET은 함께 있어야 해요")
  for (const name of ["PAYOUTS", "ACCOUNT_CHECK"] as const)
    if (settings.APP_ENV === "production" && settings[name] === "simulator")
      reportIssue(
        name,
        `production에서는 연습용(simulator)을 쓸 수 없어요. 쓰지 않으려면 ${name}=off로 두세요`,
      )
}
