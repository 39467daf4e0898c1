import { Link } from "react-router"

/** Above a list that goes on after a place: that it does, and the way to its beginning. */
export const ContinuedListNotice = ({
  firstPageHref,
  className = "mt-3",
}: {
  firstPageHref: string
  className?: string
}) => (
  <p className={`text-sm text-ink-3 ${className}`}>
    이어지는 목록이에요.{" "}
    <Link to={firstPageHref} className="text-primary-ink underline">
      처음부터 보기
    </Link>
  </p>
)
