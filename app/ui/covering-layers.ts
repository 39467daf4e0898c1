/**
 * Lets Back close what lies on top of a page before it leaves the page: whatever covers it has an entry of
 * the history, of which the router knows nothing. Such an entry stays when its dialog is closed otherwise, as
 * a step back would race with the navigation that may have closed it; Back passes over it. Loaded when the
 * first dialog opens; does nothing where the browser has no Navigation API.
 */
import { listenBeforeRouter } from "./history-steps.ts"

type State = Record<string, unknown> | null

const LAYER_MARK = "layer"
const isSupported = typeof navigation !== "undefined" && navigation.currentEntry !== null
let openLayers: { dialog: HTMLDialogElement; key: string }[] = []
/** Keys of entries whose dialogs were closed otherwise. */
const closedKeys = new Set<string>()
/** What happens at the end of a step that was taken here: the router does not hear of it. */
let ownStep: (() => void) | null = null
/** Whether an entry is being passed over: a second step of the person may come in between. */
let isPassing = false
let leftEntry: NavigationHistoryEntry | null = null
/** The router's state of the entry that is shown, which it may have replaced under a layer. */
let routerState: State = null

const isMarked = (state: unknown) => (state as State)?.[LAYER_MARK] === true
const isBelowLeft = (shown: NavigationHistoryEntry) =>
  leftEntry?.url === shown.url && leftEntry.index === shown.index + 1

function onPopState(event: PopStateEvent): void {
  const shown = navigation.currentEntry
  openLayers = openLayers.filter(({ dialog }) => dialog.isConnected && dialog.open)
  const top = openLayers.at(-1)
  const key = leftEntry?.key
  const wasPassing = isPassing
  isPassing = false
  if (!shown || key === undefined) return
  if (ownStep) {
    event.stopImmediatePropagation()
    ownStep()
    ownStep = null
  } else if (top?.key === key && isBelowLeft(shown)) {
    event.stopImmediatePropagation()
    openLayers.pop()
    const { [LAYER_MARK]: _, ...state } = routerState ?? {}
    history.replaceState(state, "")
    top.dialog.close()
  } else if (!wasPassing && (isMarked(event.state) || (closedKeys.has(key) && isBelowLeft(shown)))) {
    event.stopImmediatePropagation()
    isPassing = true
    history.go((leftEntry?.index ?? 0) > shown.index ? -1 : 1)
    return
  }
  routerState = history.state as State
}

if (isSupported) {
  routerState = history.state as State
  navigation.addEventListener("currententrychange", (event) => {
    leftEntry = event.from
    if (event.navigationType !== "traverse") routerState = history.state as State
  })
  listenBeforeRouter(onPopState)
}

/** Gives an open `dialog` an entry of the history. */
export function coverPage(dialog: HTMLDialogElement): void {
  if (!isSupported || !dialog.open) return
  if (!closedKeys.delete(navigation.currentEntry?.key ?? ""))
    history.pushState({ ...(history.state as State), [LAYER_MARK]: true }, "")
  const layer = { dialog, key: navigation.currentEntry?.key ?? "" }
  openLayers.push(layer)
  const onClose = () => {
    // Unless Back has closed it.
    if (openLayers.includes(layer)) closedKeys.add(layer.key)
    openLayers = openLayers.filter((each) => each !== layer)
  }
  dialog.addEventListener("close", onClose, { once: true })
}

/** Forgets the entries after `index` but for the page that is shown now, which stands at `index` then. */
export function forgetEntriesAfter(index: number): void {
  const shown = isSupported ? navigation.currentEntry : null
  if (!shown || shown.index <= index) return
  const { href } = location
  const state = history.state as State
  ownStep = () => history.replaceState({ ...state, idx: (history.state as State)?.["idx"] }, "", href)
  history.go(index - shown.index)
}
