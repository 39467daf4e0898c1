/** The sign alone: a white check with a pink dot on a blue square. It keeps its colours by night. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" focusable="false" width={size} height={size} viewBox="0 0 64 64" fill="none">
      <rect width="64" height="64" rx="18" className="fill-primary" />
      <path
        d="M18 33.500l9.500 9.500L46 23.500"
        className="stroke-primary-content"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="48" cy="46" r="4.200" fill="#ff7a94" />
    </svg>
  )
}

/** The sign and the name, for headers and footers. */
export function Logo({ size = 28, nameClassName }: { size?: number; nameClassName?: string }) {
  return (
    <span className="wordmark">
      <LogoMark size={size} />
      <span className={nameClassName}>바로일당</span>
    </span>
  )
}
