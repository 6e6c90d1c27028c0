let held = false

/** Told by the shell: the player has left the page in sight, which stays until the next one's code is here. */
export const holdPage = (now: boolean) => {
  held = now
}

/**
 * Whether the player has left the page that is in sight. Where it leads by itself, after a while or as more comes into
 * view, it asks this first: the address that the player chose stays.
 */
export const pageHeld = () => held
