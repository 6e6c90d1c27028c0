import { fireEvent, render, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SafeFrame } from './safe-frame'

const framed = (whole: boolean) => {
  const { container } = render(
    <SafeFrame
      src="about:blank"
      title="活动"
      sandbox="allow-same-origin"
      whole={whole}
      className="place"
      slow={null}
    />,
  )
  const frame = container.querySelector('iframe') as HTMLIFrameElement
  const page = document.implementation.createHTMLDocument('活动')
  page.body.innerHTML = '<p>规则</p>'
  vi.spyOn(page.body, 'getBoundingClientRect').mockReturnValue({ height: 1234.2 } as DOMRect)
  return { frame, page, place: container.querySelector('.place') as HTMLElement }
}

it('H-491 a frame of this site is as high as its page', async () => {
  const { frame, page, place } = framed(true)
  Object.defineProperty(frame, 'contentDocument', { value: page })
  fireEvent.load(frame)
  await waitFor(() => expect(place.style.height).toBe('1235px'))
})

it('H-491 a page that cannot be read keeps its place and scrolls by itself', async () => {
  const { frame, place } = framed(true)
  Object.defineProperty(frame, 'contentDocument', { value: null })
  fireEvent.load(frame)
  await waitFor(() => expect(frame.className).not.toContain('opacity-0'))
  expect(place.style.height).toBe('')
})

it('a frame that fills its place does not follow the height of its page', async () => {
  const { frame, page, place } = framed(false)
  Object.defineProperty(frame, 'contentDocument', { value: page })
  fireEvent.load(frame)
  await waitFor(() => expect(frame.className).not.toContain('opacity-0'))
  expect(place.style.height).toBe('')
})

it.each(['allow-scripts allow-same-origin', 'allow-same-origin  allow-forms Allow-Scripts'])(
  'trust T5 a sandbox that its page could leave is refused: %s',
  (sandbox) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => render(<SafeFrame src="about:blank" title="活动" sandbox={sandbox} slow={null} />)).toThrow(/sandbox/)
    quiet.mockRestore()
  },
)
