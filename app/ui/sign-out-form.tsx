import { href } from "react-router"
import { postSignOut } from "./connection.ts"

/**
 * The way out, a form with the button `label`. It says until the server has heard of it that it is not done;
 * then the page is opened anew, so that nothing of the person stays in it.
 */
export function SignOutForm({
  label = "로그아웃",
  className = "",
  buttonClassName,
}: {
  label?: string
  className?: string
  buttonClassName: string
}) {
  return (
    <form
      method="post"
      action={href("/logout")}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        void postSignOut(new URLSearchParams()).then(() => location.assign(href("/")))
      }}
    >
      <button type="submit" className={buttonClassName}>
        {label}
      </button>
    </form>
  )
}
