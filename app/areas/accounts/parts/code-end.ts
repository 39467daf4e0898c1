import { useState } from "react"
import { useRevalidator } from "react-router"

export const CODE_OVER_TEXT = "인증번호를 쓸 수 있는 시간이 지났어요. 다시 받아 주세요."

/** Reads the page again once its code has run out (`end`), and remembers that it did, to say so. */
export function useCodeEnd(): { isOver: boolean; end: () => void } {
  const { revalidate } = useRevalidator()
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    end: () => {
      setOver(true)
      void revalidate()
    },
  }
}
