import type { ReactNode } from "react"

/**
 * The narrow column in which signing in, signing up and a new password happen. `bar`: on phones a bar stands
 * above, which says the same title already, or another one.
 */
export function AccountPage({
  title,
  text,
  children,
  bar,
  isWide = false,
}: {
  title: ReactNode
  text?: ReactNode
  children: ReactNode
  bar?: "same" | "other"
  isWide?: boolean
}) {
  return (
    <div
      data-ground="white"
      className={
        `mx-auto w-full px-4 pb-16 md:pt-16 ${bar ? "pt-5" : "pt-10"} ` +
        `${isWide ? "max-w-[34rem]" : "max-w-[26rem]"}`
      }
    >
      <h1 className={`text-2xl font-bold ${bar === "same" ? "max-md:sr-only" : ""}`}>{title}</h1>
      {text ? <p className={`text-base text-ink-2 ${bar === "same" ? "md:mt-2" : "mt-2"}`}>{text}</p> : null}
      <div className="mt-7">{children}</div>
    </div>
  )
}
