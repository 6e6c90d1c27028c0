import { useLayoutEffect, useSyncExternalStore } from 'react'

// Two dialogs that open in one instant each hide the page around them, the other one included: to a screen reader and
// to the keyboard neither is there. So what nobody asked for stands aside while anything else is open.

let standing = 0
const watching = new Set<() => void>()

function stand(change: 1 | -1): void {
  standing += change
  for (const look of watching) look()
}

const watch = (look: () => void) => {
  watching.add(look)
  return () => watching.delete(look)
}

/** Whether a dialog may show now: a patient one only while no other is open. */
export function useDialogTurn(patient: boolean): boolean {
  const alone = useSyncExternalStore(watch, () => standing === 0)
  useLayoutEffect(() => {
    if (patient) return
    stand(1)
    return () => stand(-1)
  }, [patient])
  return alone || !patient
}
