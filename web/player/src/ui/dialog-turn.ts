import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

// Two dialogs that open in one instant each hide the page around them, including the other one. Screen reader
// and keyboard then reach neither. So an automatic dialog waits while any other is open, and the second of
// two automatic dialogs waits for the first.

let standing = 0
/** Automatic dialogs, in the order they came. */
const patients: object[] = []
const watching = new Set<() => void>()

function tell(): void {
  for (const look of watching) look()
}

const watch = (look: () => void) => {
  watching.add(look)
  return () => watching.delete(look)
}

/** Whether a dialog may show now: a patient one only while no other is open. */
export function useDialogTurn(patient: boolean): boolean {
  const [me] = useState(() => ({}))
  const turn = useSyncExternalStore(watch, () => standing === 0 && patients[0] === me)
  useLayoutEffect(() => {
    if (patient) patients.push(me)
    else standing++
    tell()
    return () => {
      if (patient) patients.splice(patients.indexOf(me), 1)
      else standing--
      tell()
    }
  }, [patient, me])
  return turn || !patient
}
