import { useState } from "react"
import { useLocation } from "react-router"

/**
 * `value` as it was when this place was come to, or last sent from. What happens elsewhere makes a page look
 * at its data again; what a form begins with must not change under the hands of who is writing in it.
 */
export function useInitialValue<Value>(value: Value): Value {
  const { key } = useLocation()
  const [initial, setInitial] = useState({ key, value })
  if (initial.key === key) return initial.value
  setInitial({ key, value })
  return value
}
