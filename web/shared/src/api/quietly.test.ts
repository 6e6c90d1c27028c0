import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error'
import { quietly, wentUnheard } from './quietly'

let warned: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  warned = []
  vi.spyOn(console, 'warn').mockImplementation((line) => void warned.push(String(line)))
})
afterEach(() => vi.useRealTimers())

describe('ERR-04 what the page passes over, developers are told', () => {
  it('what was tried and which kind of answer came, and nothing of the person it was about', () => {
    quietly('a', new ApiError(0, '网络连接失败，请检查网络后重试'))
    quietly('b', new ApiError(503, '会员 ming01 暂时不可用', { PlayerName: 'ming01' }))
    quietly('c', new TypeError('ming01 is undefined'))
    quietly('d', 'ming01')
    expect(warned).toEqual(['a: no answer', 'b: status 503', 'c: TypeError', 'd: string'])
  })

  it('each thing once a minute, with how often it failed meanwhile', () => {
    const fail = (what: string) => quietly(what, new ApiError(0, ''))
    fail('poll')
    for (let time = 0; time < 5; time++) {
      vi.advanceTimersByTime(10_000)
      fail('poll')
    }
    fail('another')
    expect(warned).toEqual(['poll: no answer', 'another: no answer'])
    vi.advanceTimersByTime(10_000)
    fail('poll')
    expect(warned.slice(2)).toEqual(['poll: no answer, and 5 times before'])
    vi.advanceTimersByTime(60_000)
    fail('poll')
    expect(warned.slice(3)).toEqual(['poll: no answer'])
  })

  it('nothing of a question that the page itself took back', () => {
    quietly('left', new DOMException('', 'AbortError'))
    expect(warned).toEqual([])
  })
})

it('ERR-04 a refusal is not a failure of the network', () => {
  for (const status of [200, 400, 401, 403, 429]) expect(wentUnheard(new ApiError(status, ''))).toBe(false)
  for (const error of [new ApiError(0, ''), new ApiError(500, ''), new ApiError(503, ''), new TypeError()]) {
    expect(wentUnheard(error)).toBe(true)
  }
})
