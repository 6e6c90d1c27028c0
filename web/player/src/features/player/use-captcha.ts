import { apiBase } from '@shared/api/player-client'
import { uuid } from '@shared/ids'
import { useState } from 'react'

/** One drawn captcha: its id goes with the form, its image needs no token (D-30). A used one is never used again. */
export function useCaptcha() {
  const [vRand, setVRand] = useState(uuid)
  return {
    vRand,
    image: `${apiBase}/v1/PubInterface/GetVerificationImage?vRand=${vRand}`,
    refresh: () => setVRand(uuid()),
  }
}
