import { useEffect, useId, type ReactNode } from "react"
import { SheetBox, SheetContent, useModal } from "./dialog.tsx"
import { openDialog } from "./open-dialog.ts"

/** A sheet of what was tapped among many: opens for every new object `opening`. */
export function SharedSheet({
  opening,
  title,
  children,
}: {
  opening: object
  title: string
  children: ReactNode
}) {
  const titleId = useId()
  const { dialog, closeOnClick } = useModal()
  useEffect(() => {
    if (opening) openDialog(dialog.current)
  }, [dialog, opening])
  return (
    <SheetBox {...{ dialog, titleId, closeOnClick }}>
      <SheetContent titleId={titleId} title={title} canClose>
        {children}
      </SheetContent>
    </SheetBox>
  )
}
