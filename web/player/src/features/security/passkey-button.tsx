import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button'
import { provePasskey } from './passkey-calls'
import { passkeyError } from './passkey-error'
import { usePasskeyText } from './use-passkey-text'

interface Props {
  /** In place of the code of the second step, or as the whole login. */
  inPlace?: boolean
  onProved: (credential: string) => Promise<unknown>
}

/** Asks the browser for a passkey and hands its answer on; a refusal stays below the button. */
export default function PasskeyButton({ inPlace = false, onProved }: Props) {
  const text = usePasskeyText()
  const prove = useMutation({ mutationFn: async () => onProved(await provePasskey()) })
  return (
    <div className="pt-3">
      <Button look="line" className="min-h-12 w-full" busy={prove.isPending} onClick={() => prove.mutate()}>
        {inPlace ? text.inPlace : text.logIn}
      </Button>
      <p role="alert" className="min-h-6 pt-1 text-sm text-loss">
        {prove.error && passkeyError(prove.error, text)}
      </p>
    </div>
  )
}
