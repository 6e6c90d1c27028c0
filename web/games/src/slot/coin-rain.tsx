import { useEffect, useRef } from 'react'

const coins = 90

/** Gold coins that fall over the whole page while a big win is shown. Nothing for who wants no motion. */
export function CoinRain() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const on = canvas.current
    const to = on?.getContext('2d')
    if (!on || !to || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    on.width = innerWidth
    on.height = innerHeight
    const falling = Array.from({ length: coins }, () => ({
      x: Math.random() * on.width,
      y: -Math.random() * on.height,
      speed: 3 + Math.random() * 5,
      size: 6 + Math.random() * 10,
      turn: Math.random() * 6,
    }))
    let frame = 0
    const draw = () => {
      to.clearRect(0, 0, on.width, on.height)
      for (const coin of falling) {
        coin.y += coin.speed
        coin.turn += 0.12
        if (coin.y > on.height + 20) coin.y = -20
        const wide = Math.abs(Math.cos(coin.turn)) * coin.size + 1
        to.beginPath()
        to.ellipse(coin.x, coin.y, wide, coin.size, 0, 0, Math.PI * 2)
        to.fillStyle = '#e0b252'
        to.fill()
        to.lineWidth = 2
        to.strokeStyle = '#f8e2aa'
        to.stroke()
      }
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [])
  return <canvas className="rain" ref={canvas} />
}
