/** The companies through which one may sign in. */
const PROVIDER_NAMES = { kakao: "카카오", naver: "네이버", google: "Google", apple: "Apple" } as const

export type Provider = keyof typeof PROVIDER_NAMES

/** The names of the companies with these ids, as a sentence says them. */
export const listProviderNames = (providers: readonly string[]): string =>
  providers.map((provider) => PROVIDER_NAMES[provider as Provider] ?? provider).join("·")
