/** The settings of signing in through Kakao, Naver, Google and Apple. */
import { createPrivateKey } from "node:crypto"
import { z } from "zod"

const text = z.string().min(1).optional()

/** A key as Apple hands it out: PEM, its line breaks as they are or as `\n`. */
const applePrivateKey = z
  .string()
  .transform((pem) => pem.replaceAll("\\n", "\n").trim())
  .refine((pem) => {
    try {
      return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1"
    } catch {
      return false
    }
  }, "Apple에서 받은 .p8 파일의 내용을 그대로 넣어 주세요")
  .optional()

export const SOCIAL_SETTINGS = {
  KAKAO_CLIENT_ID: text,
  KAKAO_CLIENT_SECRET: text,
  NAVER_CLIENT_ID: text,
  NAVER_CLIENT_SECRET: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  /** The Services ID; its secret is made from the key, whenever it is needed. */
  APPLE_CLIENT_ID: text,
  APPLE_TEAM_ID: text,
  APPLE_KEY_ID: text,
  APPLE_PRIVATE_KEY: applePrivateKey,
}

type SocialSettings = z.infer<z.ZodObject<typeof SOCIAL_SETTINGS>>

/** What each provider needs beside its first setting. */
const NEEDED = {
  KAKAO_CLIENT_ID: ["KAKAO_CLIENT_SECRET"],
  NAVER_CLIENT_ID: ["NAVER_CLIENT_SECRET"],
  GOOGLE_CLIENT_ID: ["GOOGLE_CLIENT_SECRET"],
  APPLE_CLIENT_ID: ["APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
} as const

/** Reports what is missing of a provider that is named. */
export function checkSocialSettings(
  settings: SocialSettings,
  reportIssue: (name: keyof SocialSettings, message: string) => void,
): void {
  for (const [id, needed] of Object.entries(NEEDED) as [
    keyof typeof NEEDED,
    readonly (keyof SocialSettings)[],
  ][])
    for (const name of needed)
      if (settings[id] && !settings[name]) reportIssue(name, `${id}와 함께 있어야 해요`)
}
