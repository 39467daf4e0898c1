/** The sign alone, drawn by the stylesheet; 28 px unless a class says otherwise. */
export function LogoMark({ className }: { className?: string }) {
  return <span aria-hidden className={className ? `logo-mark ${className}` : "logo-mark"} />
}

/** The sign and the name, for headers and footers. */
export function Logo({ nameClassName }: { nameClassName?: string }) {
  return (
    <span className="wordmark">
      <span className={nameClassName}>바로일당</span>
    </span>
  )
}
