import { X } from "./icons.tsx"
import { isValidElement, useEffect, useId, useRef, type MouseEvent, type ReactNode } from "react"
import { Form, useLocation, useNavigation } from "react-router"
import { SubmitButton } from "./form.tsx"
import { useHydrated } from "./hydrated.ts"
import { openDialog } from "./open-dialog.ts"

type Trigger = { content: ReactNode; className: string; label: string | undefined }

/** A trigger is its content, or a `<button>` whose content, class and label are taken over. */
function parseTrigger(trigger: ReactNode, className: string | undefined): Trigger {
  if (
    isValidElement<{ children?: ReactNode; className?: string; "aria-label"?: string }>(trigger) &&
    trigger.type === "button"
  ) {
    return {
      content: trigger.props.children,
      className: className ?? trigger.props.className ?? "btn btn-quiet",
      label: trigger.props["aria-label"],
    }
  }
  return { content: trigger, className: className ?? "btn btn-quiet", label: undefined }
}

/**
 * Closes an open dialog when what it sent has been done or a link in it has led on; stays where the answer
 * shows an error in it.
 */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigation = useNavigation()
  const { key } = useLocation()
  const previous = useRef({ state: navigation.state, key })
  useEffect(() => {
    const isFinished =
      (previous.current.state !== "idle" && navigation.state === "idle") || previous.current.key !== key
    previous.current = { state: navigation.state, key }
    if (
      isFinished &&
      dialog.current?.open &&
      !dialog.current.querySelector("[aria-invalid=true], [data-invalid], [role=alert]")
    )
      dialog.current.close()
  }, [navigation.state, key])
  const closeOnClick = (event: MouseEvent<HTMLDialogElement>) => {
    const target = event.target
    const isCloseRequest = target instanceof Element && target.closest("[data-close]") !== null
    if (target === dialog.current || isCloseRequest) dialog.current?.close()
  }
  return { dialog, closeOnClick, open: () => openDialog(dialog.current) }
}

type ModalProps = {
  trigger: ReactNode
  triggerClassName?: string
  title: string
  /** Open at first: for a page that comes back with errors inside, where scripts are off. */
  defaultOpen?: boolean
  /** The key that opens it on a desk (ui/list-keys.tsx). */
  shortcut?: string | undefined
}

/** False for what stands in something that is not drawn at all. */
const isRendered = (element: Element | null): boolean =>
  element === null || (getComputedStyle(element).display !== "none" && isRendered(element.parentElement))

function Modal({
  trigger,
  triggerClassName,
  defaultOpen = false,
  shortcut,
  describedBy,
  children,
}: Omit<ModalProps, "title"> & { describedBy?: string; children: (ids: { titleId: string }) => ReactNode }) {
  const hydrated = useHydrated()
  const titleId = useId()
  const { dialog, closeOnClick, open } = useModal()
  const triggerProps = parseTrigger(trigger, triggerClassName)
  const isUnfolded = useRef(false)
  useEffect(() => {
    const dialogElement = dialog.current
    const isWanted = defaultOpen || isUnfolded.current
    // A screen may have the same dialog twice, for phones and for wide windows: the one that cannot be seen
    // would only bar the page.
    if (hydrated && isWanted && dialogElement && isRendered(dialogElement.parentElement))
      openDialog(dialogElement)
  }, [hydrated, defaultOpen, dialog])
  if (!hydrated) {
    return (
      <details
        // A tap before the scripts were there has unfolded it: it stays open as a dialog.
        ref={(details) => void (details && (isUnfolded.current = details.open))}
        open={defaultOpen}
        className="group"
      >
        <summary className={triggerProps.className} aria-label={triggerProps.label}>
          {triggerProps.content}
        </summary>
        <div className="card-line mt-3 overflow-hidden">{children({ titleId })}</div>
      </details>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcut}
        aria-label={triggerProps.label}
        className={triggerProps.className}
        onClick={open}
      >
        {triggerProps.content}
      </button>
      <SheetBox {...{ dialog, titleId, describedBy, closeOnClick }}>{children({ titleId })}</SheetBox>
    </>
  )
}

/** The dialog of a sheet. */
export function SheetBox({
  dialog,
  titleId,
  describedBy,
  closeOnClick,
  children,
}: Omit<ReturnType<typeof useModal>, "open"> & {
  titleId: string
  describedBy?: string | undefined
  children: ReactNode
}) {
  return (
    // The click beside the sheet closes it; Escape does the same by itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onClick={closeOnClick}
      className="sheet-box"
    >
      {children}
    </dialog>
  )
}

/** The content of a sheet; without `canClose` it stands unfolded in the page. */
export function SheetContent({
  titleId,
  title,
  canClose,
  children,
}: {
  titleId?: string
  title: string
  canClose: boolean
  children: ReactNode
}) {
  return (
    <>
      <div className="sheet-head">
        <div>
          <h2 id={titleId}>{title}</h2>
          {canClose && (
            <button
              type="button"
              data-close
              aria-label="닫기"
              className="-mr-2.5 grid size-11 cursor-pointer place-items-center rounded-full"
            >
              <X size={22} />
            </button>
          )}
        </div>
      </div>
      <div className="sheet-body">{children}</div>
    </>
  )
}

/**
 * A sheet from below (a dialog from md on) with any content. What closes it: Escape, a click beside it, the
 * cross, an element with `data-close`, a form or link in it that has done its work. Without scripts the
 * trigger unfolds the content in place.
 */
export function Sheet({
  trigger,
  triggerClassName,
  title,
  defaultOpen,
  footer,
  children,
}: ModalProps & { footer?: ReactNode; children: ReactNode }) {
  const hydrated = useHydrated()
  return (
    <Modal trigger={trigger} triggerClassName={triggerClassName} defaultOpen={defaultOpen}>
      {({ titleId }) => (
        <>
          <SheetContent titleId={titleId} title={title} canClose={hydrated}>
            {children}
          </SheetContent>
          {footer ? (
            <div
              className={
                "flex flex-none flex-wrap gap-2 border-t border-base-300 px-5 pt-3 " +
                "pb-[calc(1rem+env(safe-area-inset-bottom))] md:px-6"
              }
            >
              {footer}
            </div>
          ) : null}
        </>
      )}
    </Modal>
  )
}

/**
 * Asks before something is done: a form of its own (so it must not stand inside another) that posts
 * `children` (hidden fields with `intent`, a reason to write) to this screen or `action`. Both buttons are
 * equally wide.
 */
export function ConfirmDialog({
  trigger,
  triggerClassName,
  title,
  text,
  confirmLabel,
  cancelLabel = "취소",
  tone = "primary",
  action,
  defaultOpen,
  shortcut,
  children,
}: ModalProps & {
  text?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: "primary" | "danger"
  action?: string
  children?: ReactNode
}) {
  const hydrated = useHydrated()
  const textId = useId()
  return (
    <Modal
      trigger={trigger}
      triggerClassName={triggerClassName}
      defaultOpen={defaultOpen}
      shortcut={shortcut}
      describedBy={text ? textId : undefined}
    >
      {({ titleId }) => (
        <Form
          method="post"
          action={action}
          className="overflow-y-auto px-5 pt-7 pb-[calc(1.25rem+env(safe-area-inset-bottom))] md:p-7"
        >
          <h2 id={titleId} className="text-xl font-bold">
            {title}
          </h2>
          {text ? (
            <p id={textId} className="mt-2 text-base text-ink-2">
              {text}
            </p>
          ) : null}
          {children ? <div className="mt-5 grid gap-4 empty:hidden">{children}</div> : null}
          <div className="button-pair mt-6">
            {hydrated && (
              <button type="button" data-close className="btn btn-quiet btn-lg">
                {cancelLabel}
              </button>
            )}
            <SubmitButton className={`btn btn-lg ${tone === "danger" ? "btn-error" : "btn-primary"}`}>
              {confirmLabel}
            </SubmitButton>
          </div>
        </Form>
      )}
    </Modal>
  )
}
