import type { ShouldRevalidateFunction } from "react-router"

/**
 * What somebody else changed meanwhile is seen beside the sentence that refuses: after 409 the screen is read
 * anew as well.
 */
export const revalidateAfterConflict: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus === 409 || defaultShouldRevalidate
