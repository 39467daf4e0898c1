import { useState } from "react"
import { useRevalidator } from "react-router"

/**
 * Reads the page again once its code has run out (`end`); without a code (`hasCode`) from then on, `problem`
 * says so.
 */
export function useCodeEnd(hasCode: boolean): { problem: string | null; end: () => void } {
  const { revalidate } = useRevalidator()
  const [isOver, setOver] = useState(false)
  return {
    problem: isOver && !hasCode ? "인증번호를 쓸 수 있는 시간이 지났어요. 다시 받아 주세요." : null,
    end: () => {
      setOver(true)
      void revalidate()
    },
  }
}
