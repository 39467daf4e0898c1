/** The settings of payouts to people and of the checks of their accounts. */
import { z } from "zod"

const text = z.string().min(1).optional()

export const PAYOUT_SETTINGS = {
  /** Who pays people out; without it Toss Payments where its keys are given, else the simulator. */
  PAYOUTS: z.enum(["toss", "simulator", "off"]).optional(),
  /** Encrypts what the provider is asked to pay out. */
  TOSS_SECURITY_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
  /** Who checks an account by one won; without it CODEF where its keys are given, else the simulator. */
  ACCOUNT_CHECK: z.enum(["codef", "simulator", "off"]).optional(),
  CODEF_CLIENT_ID: text,
  CODEF_CLIENT_SECRET: text,
  CODEF_API_URL: z.url().default("https://api.codef.io"),
  CODEF_TOKEN_URL: z.url().default("https://oauth.codef.io/oauth/token"),
}

type PayoutSettings = z.infer<z.ZodObject<typeof PAYOUT_SETTINGS>> & { TOSS_SECRET_KEY?: string | undefined }

/** Who pays people out and who checks accounts, beside their practice, and what they stand on. */
export const PAYOUT_SERVICES = [
  {
    name: "PAYOUTS",
    real: "toss",
    practice: "simulator",
    requiredSettings: "TOSS_SECRET_KEY와 TOSS_SECURITY_KEY",
    off: "번 돈을 보내지 않고 두려면",
    isConfigured: ({ TOSS_SECRET_KEY, TOSS_SECURITY_KEY }: PayoutSettings) =>
      Boolean(TOSS_SECRET_KEY && TOSS_SECURITY_KEY),
  },
  {
    name: "ACCOUNT_CHECK",
    real: "codef",
    practice: "simulator",
    requiredSettings: "CODEF_CLIENT_ID와 CODEF_CLIENT_SECRET",
    off: "지급받을 계좌를 받지 않으려면",
    isConfigured: ({ CODEF_CLIENT_ID, CODEF_CLIENT_SECRET }: PayoutSettings) =>
      Boolean(CODEF_CLIENT_ID && CODEF_CLIENT_SECRET),
  },
] as const

/** Reports the half of two keys. */
export function checkPayoutSettings(
  { TOSS_SECRET_KEY, TOSS_SECURITY_KEY, CODEF_CLIENT_ID, CODEF_CLIENT_SECRET }: PayoutSettings,
  reportIssue: (name: keyof PayoutSettings, message: string) => void,
): void {
  if (TOSS_SECURITY_KEY && !TOSS_SECRET_KEY)
    reportIssue("TOSS_SECURITY_KEY", "지급을 보내려면 TOSS_SECRET_KEY와 함께 있어야 해요")
  if (CODEF_CLIENT_ID && !CODEF_CLIENT_SECRET)
    reportIssue("CODEF_CLIENT_SECRET", "CODEF_CLIENT_ID와 CODEF_CLIENT_SECRET은 함께 있어야 해요")
  if (CODEF_CLIENT_SECRET && !CODEF_CLIENT_ID)
    reportIssue("CODEF_CLIENT_ID", "CODEF_CLIENT_ID와 CODEF_CLIENT_SECRET은 함께 있어야 해요")
}
