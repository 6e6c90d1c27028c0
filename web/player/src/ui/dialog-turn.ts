import { loginInfo } from '@shared/session'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

// Two dialogs that open in one instant each hide the page around them, including the other one. Screen reader
// and keyboard then reach neither. So an automatic dialog waits while any other is open, and the second of
// two automatic dialogs waits for the first.

let standing = 0
interface Patient {
  greeting: string | undefined
}

/** Automatic dialogs, in the order they came. */
const patients: Patient[] = []
/** The automatic dialog whose turn it is keeps it until it leaves. */
let shown: Patient | undefined
const watching = new Set<() => void>()

function tell(): void {
  for (const look of watching) look()
}

const watch = (look: () => void) => {
  watching.add(look)
  return () => watching.delete(look)
}

const greetedKey = 'greeted'
/** After a greeting, another one does not come in this tab for so long (H-468). */
export const greetingPauseMs = 600_000

/** Whether a greeting may show: none of another name was shown to this player a short time ago. */
function mayGreet({ greeting }: Patient): boolean {
  const [name, player, at] = (sessionStorage.getItem(greetedKey) ?? '').split(' ')
  return (
    !greeting || name === greeting || player !== loginInfo().PlayerName || Date.now() - Number(at) >= greetingPauseMs
  )
}

/** Whether a dialog may show now: a patient one only while no other is open, a greeting only if none came before. */
export function useDialogTurn(patient: boolean, greeting?: string): boolean {
  const [me] = useState<Patient>(() => ({ greeting }))
  const turn = useSyncExternalStore(watch, () => standing === 0 && (shown ?? patients.find(mayGreet)) === me)
  useLayoutEffect(() => {
    if (turn) shown = me
    if (turn && greeting) sessionStorage.setItem(greetedKey, `${greeting} ${loginInfo().PlayerName} ${Date.now()}`)
  }, [turn, greeting, me])
  useLayoutEffect(() => {
    if (patient) patients.push(me)
    else standing++
    tell()
    return () => {
      if (shown === me) shown = undefined
      if (patient) patients.splice(patients.indexOf(me), 1)
      else standing--
      tell()
    }
  }, [patient, me])
  return turn || !patient
}
