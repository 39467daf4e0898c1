/** The element that holds what loads the scripts of a page, until it has been painted. */
export const HELD_SCRIPT_ID = "held-script"
