import { boot } from '@shared/boot'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { bannerLink } from './banner-link'
import Carousel, { slideMs } from './carousel'
import { zhCN as text } from './text/home.zh-cn'

const server = fakeServer()

const row = (name: string, more: object = {}) => ({
  Value: `/art/${name}.svg`,
  Link: '/#/Activity',
  Alt: name,
  Title: `标题${name}`,
  Line: '说明',
  Button: '看看',
  ...more,
})

const banners = (...rows: object[]) =>
  server.reply({ '/v1/PubInterface/GetBannerImgPathList': { Data: { Banner: rows } } })

const slides = () => screen.getAllByRole('group', { hidden: true })
const current = () => screen.getByRole('button', { current: true }).getAttribute('aria-label')

beforeEach(() => {
  boot.banners = []
  boot.bannersH5 = []
})
afterEach(() => {
  vi.useRealTimers()
  delete document.documentElement.dataset.form
})

describe('HOME-01 what the carousel shows', () => {
  it('asks for the banners of the desktop and shows each as one slide, in order', async () => {
    banners(row('a'), row('b'), row('c', { Title: '', Button: '', Link: '' }))
    show(<Carousel />)
    await screen.findByText('标题a')
    expect(slides().map((slide) => slide.getAttribute('aria-label'))).toEqual([1, 2, 3].map((n) => text.slide(n, 3)))
    expect(slides()[2]?.querySelector('img')).toHaveAttribute('alt', 'c')
    expect(slides()[2]?.querySelector('a')).toBeNull()
    expect(server.callsTo('/v1/PubInterface/GetBannerImgPathList')[0]?.query.get('device')).toBe('pc')
  })

  it('shows one picture on two slides, each with its own words', async () => {
    const warned = vi.spyOn(console, 'error')
    banners(row('a'), row('a', { Title: '另一个标题' }))
    show(<Carousel />)
    await screen.findByText('另一个标题')
    expect(slides()).toHaveLength(2)
    expect(warned).not.toHaveBeenCalled()
  })

  it('asks for those of the phone on H5', async () => {
    document.documentElement.dataset.form = 'h5'
    banners(row('a'))
    show(<Carousel />)
    await screen.findByText('标题a')
    expect(server.callsTo('/v1/PubInterface/GetBannerImgPathList')[0]?.query.get('device')).toBe('h5')
  })

  it('shows at once what the page was written with', () => {
    boot.banners = [{ value: '/art/x.svg', link: '', alt: '', title: '已在页面', line: '', button: '' }]
    show(<Carousel />)
    expect(screen.getByText('已在页面')).toBeVisible()
  })

  it('shows pictures of the house when the operator named none', async () => {
    banners()
    show(<Carousel />)
    expect(await screen.findByText(text.ownBanners[0]?.title ?? '')).toBeVisible()
    expect(slides()).toHaveLength(text.ownBanners.length)
  })

  it('loads the first picture at once and the others when they are near', async () => {
    banners(row('a'), row('b'))
    show(<Carousel />)
    await screen.findByText('标题a')
    const [first, second] = slides().map((slide) => slide.querySelector('img'))
    expect(first).toHaveAttribute('loading', 'eager')
    expect(first).toHaveAttribute('fetchpriority', 'high')
    expect(second).toHaveAttribute('loading', 'lazy')
  })

  it('leaves out pictures that are no address of a picture', async () => {
    banners(row('a'), row('b', { Value: 'javascript:alert(1)' }), row('c', { Value: '//evil.example/x.png' }))
    show(<Carousel />)
    await screen.findByText('标题a')
    expect(slides()).toHaveLength(1)
  })
})

describe('HOME-01, trust CSP-4 where a banner leads', () => {
  it.each([
    ['/#/Boardgame_01', { page: '/Boardgame_01' }],
    ['/#/Activity?x=1', { page: '/Activity?x=1' }],
    ['https://partner.example/a', { site: 'https://partner.example/a' }],
    ['http://partner.example/a', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//evil.example', null],
    ['/#//evil.example', null],
    ['/#/\\evil.example', null],
    ['https://good.example@evil.example/', null],
    ['', null],
  ])('%j', (link, place) => expect(bannerLink(link)).toEqual(place))

  it('follows a page of this site here and another site in a new tab', async () => {
    banners(row('a'), row('b', { Link: 'https://partner.example/a' }), row('c', { Link: 'javascript:alert(1)' }))
    show(<Carousel />)
    await screen.findByText('标题a')
    const links = slides().map((slide) => slide.querySelector('a'))
    expect(links[0]).toHaveAttribute('href', '#/Activity')
    expect(links[1]).toHaveAttribute('target', '_blank')
    expect(links[1]).toHaveAttribute('rel', 'noreferrer')
    expect(links[2]).toBeNull()
  })

  it('does not ask who has an account to open one', async () => {
    banners(row('a', { Link: '/#/register', Button: '立即加入' }), row('b'))
    const page = show(<Carousel />)
    expect(await screen.findByRole('link', { name: '立即加入' })).toBeVisible()
    page.unmount()
    logIn()
    show(<Carousel />)
    await screen.findByText('标题b')
    expect(slides()).toHaveLength(1)
    expect(screen.queryByText('标题a')).toBeNull()
  })

  it('shows the only banner to a player too, without its button', async () => {
    banners(row('a', { Link: '/#/register', Button: '立即加入' }))
    logIn()
    show(<Carousel />)
    await screen.findByText('标题a')
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('HOME-01 how it moves', () => {
  const start = async () => {
    banners(row('a'), row('b'), row('c'))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    show(<Carousel />)
    await screen.findByText('标题a')
    await waitFor(() => expect(slides()).toHaveLength(3))
  }
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  it('by itself, in a loop', async () => {
    await start()
    const seen = [current()]
    for (let turn = 0; turn < 3; turn++) {
      wait(slideMs)
      seen.push(current())
    }
    expect(seen).toEqual([1, 2, 3, 1].map(text.goSlide))
  })

  it('not while it is paused, and again when it is not', async () => {
    await start()
    fireEvent.click(screen.getByRole('button', { name: text.pause }))
    wait(3 * slideMs)
    expect(current()).toBe(text.goSlide(1))
    fireEvent.click(screen.getByRole('button', { name: text.play }))
    wait(slideMs)
    expect(current()).toBe(text.goSlide(2))
  })

  it('not under the pointer', async () => {
    await start()
    const box = screen.getByRole('region', { name: text.carousel })
    fireEvent.pointerEnter(box, { pointerType: 'mouse' })
    wait(3 * slideMs)
    expect(current()).toBe(text.goSlide(1))
    fireEvent.pointerLeave(box)
    wait(slideMs)
    expect(current()).toBe(text.goSlide(2))
  })

  it('not at all for whoever wants less motion', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    await start()
    wait(3 * slideMs)
    expect(current()).toBe(text.goSlide(1))
    expect(screen.getByRole('button', { name: text.play })).toBeVisible()
  })

  it('with the arrows, which stand in the line of the dots and so beside every word', async () => {
    await start()
    const box = screen.getByRole('region', { name: text.carousel })
    const next = within(box).getByRole('button', { name: text.next })
    expect(next.closest('.bottom-4')).toContainElement(within(box).getByRole('button', { name: text.goSlide(1) }))
    fireEvent.click(next)
    expect(current()).toBe(text.goSlide(2))
    fireEvent.click(within(box).getByRole('button', { name: text.previous }))
    expect(current()).toBe(text.goSlide(1))
  })

  it('with the arrow keys and the dots; what is out of view is out of the way of Tab', async () => {
    await start()
    const box = screen.getByRole('region', { name: text.carousel })
    fireEvent.keyDown(box, { key: 'ArrowRight' })
    expect(current()).toBe(text.goSlide(2))
    fireEvent.keyDown(box, { key: 'ArrowLeft' })
    expect(current()).toBe(text.goSlide(1))
    fireEvent.click(within(box).getByRole('button', { name: text.goSlide(3) }))
    expect(current()).toBe(text.goSlide(3))
    expect(slides().map((slide) => slide.hasAttribute('inert'))).toEqual([true, true, false])
  })
})
