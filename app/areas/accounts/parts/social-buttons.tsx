import { Form, href } from "react-router"
import type { Provider } from "../social-providers.ts"

/** Looks that the providers ask for (korea.md §2), so these colours are theirs and not roles of ours. */
const BUTTON_STYLES: Record<
  Provider,
  { label: string; background: string; textColour: string; borderColour: string }
> = {
  kakao: {
    label: "카카오 로그인",
    background: "#FEE500",
    textColour: "rgb(0 0 0 / 85%)",
    borderColour: "transparent",
  },
  naver: {
    label: "네이버 로그인",
    background: "#03C75A",
    textColour: "#FFFFFF",
    borderColour: "transparent",
  },
  google: { label: "Google 로그인", background: "#FFFFFF", textColour: "#1F1F1F", borderColour: "#747775" },
  // Black on a light page, white on a dark one, as Apple asks.
  apple: {
    label: "Apple로 로그인",
    background: "light-dark(#000000, #FFFFFF)",
    textColour: "light-dark(#FFFFFF, #000000)",
    borderColour: "transparent",
  },
}

/** One button for each provider that is configured, Kakao first; none where none is. */
export function SocialButtons({
  providers,
  returnTo,
  lastMethod,
}: {
  providers: readonly Provider[]
  returnTo: string
  lastMethod: string | null
}) {
  if (providers.length === 0) return null
  return (
    <div className="mt-8">
      <p
        className={
          "flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-base-300 " +
          "after:h-px after:flex-1 after:bg-base-300"
        }
      >
        간편 로그인
      </p>
      <div className="mt-4 grid gap-2.5">
        {providers.map((provider) => (
          <Form key={provider} method="post" action={href("/login")} reloadDocument className="relative">
            <input type="hidden" name="intent" value="social" />
            <input type="hidden" name="provider" value={provider} />
            <input type="hidden" name="returnTo" value={returnTo} />
            <button
              type="submit"
              className={
                "flex min-h-13 w-full cursor-pointer items-center justify-center gap-2 rounded-lg border " +
                "font-semibold transition-transform active:scale-[.98]"
              }
              style={{
                background: BUTTON_STYLES[provider].background,
                color: BUTTON_STYLES[provider].textColour,
                borderColor: BUTTON_STYLES[provider].borderColour,
              }}
            >
              <ProviderLogo provider={provider} />
              {BUTTON_STYLES[provider].label}
            </button>
            {lastMethod === provider && <LastMethodBadge className="absolute -top-2 right-3" />}
          </Form>
        ))}
      </div>
    </div>
  )
}

/** Says how this browser signed in the last time. */
export function LastMethodBadge({ className = "" }: { className?: string }) {
  return (
    <span
      className={`rounded-sm bg-base-content px-2 py-0.5 text-xs font-semibold text-base-100 ${className}`}
    >
      최근 로그인
    </span>
  )
}

function ProviderLogo({ provider }: { provider: Provider }) {
  if (provider === "kakao") {
    return (
      <svg aria-hidden width="20" height="20" viewBox="0 0 20 20" fill="#000">
        <path
          d={
            "M10 2.5c-4.6 0-8.3 2.9-8.3 6.5 0 2.3 1.5 4.3 3.9 5.5l-.8 3c-.1.3.2.5.5.3l3.5-2.3 1.2.1c4.6 " +
            "0 8.3-2.9 8.3-6.6S14.6 2.5 10 2.5Z"
          }
        />
      </svg>
    )
  }
  if (provider === "naver") {
    return (
      <svg aria-hidden width="18" height="18" viewBox="0 0 18 18" fill="#fff">
        <path d="M11.7 9.6 6.1 1.5H1.500v15h4.800V8.400l5.600 8.100h4.600v-15h-4.800z" />
      </svg>
    )
  }
  if (provider === "apple") {
    return (
      <svg aria-hidden width="20" height="20" viewBox="0 0 24 24" fill="currentColor">
        <path
          d={
            "M16.37 1.43c.1 1.1-.3 2.2-.9 3-.7.8-1.8 1.5-2.9 1.4-.1-1.1.4-2.2 1-2.9.7-.8 1.9-1.4 2.8-1.5z" +
            "M20.5 17.1c-.5 1.2-.8 1.7-1.4 2.7-.9 1.4-2.2 3.1-3.8 3.1-1.4 0-1.8-.9-3.7-.9s-2.3.9-3.7.9" +
            "c-1.6 0-2.8-1.6-3.7-2.9C1.7 16.3 1.5 11.9 3 9.6c1.1-1.6 2.8-2.6 4.4-2.6 1.6 0 2.7.9 4 .9 " +
            "1.3 0 2.1-.9 4-.9 1.4 0 2.9.8 4 2.1-3.5 1.9-2.9 6.9 1.1 8z"
          }
        />
      </svg>
    )
  }
  return (
    <svg aria-hidden width="20" height="20" viewBox="0 0 48 48">
      <path
        fill="#EA4335"
        d={
          "M24 9.5c3.500 0 6.700 1.200 9.200 3.600l6.900-6.900C35.900 2.400 30.500 0 24 0 14.600 0 " +
          "6.500 5.400 2.600 13.200l8 6.200C12.400 13.700 17.700 9.500 24 9.500z"
        }
      />
      <path
        fill="#4285F4"
        d={
          "M47 24.5c0-1.600-.2-3.100-.4-4.500H24v9h12.900c-.6 3-2.200 5.500-4.700 7.200l7.700 " +
          "6c4.500-4.200 7.100-10.400 7.100-17.700z"
        }
      />
      <path
        fill="#FBBC05"
        d={
          "M10.5 28.6c-.5-1.500-.8-3-.8-4.600s.3-3.100.8-4.600l-8-6.200C.9 16.500 0 20.100 0 24c0 " +
          "3.900.9 7.500 2.600 10.800z"
        }
      />
      <path
        fill="#34A853"
        d={
          "M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6c-2.200 1.400-4.900 2.300-8.200 " +
          "2.300-6.300 0-11.600-4.200-13.500-9.900l-8 6.200C6.500 42.600 14.600 48 24 48z"
        }
      />
    </svg>
  )
}
