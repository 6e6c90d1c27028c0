import { useEffect, useState } from 'react'
import { yuan } from './money'

const lastsMs = 1500

/** An amount that counts up from nothing. With reduced motion it is shown at once. */
export function CountUp({ amount }: { amount: number }) {
  const calm = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
  const [shown, setShown] = useState(calm ? amount : 0)
  useEffect(() => {
    if (calm) return
    const began = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min((now - began) / lastsMs, 1)
      setShown(Math.round(amount * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [amount, calm])
  return yuan(shown)
}
