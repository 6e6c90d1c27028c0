import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { dropPush, renewPush } from './push-calls'
import { isPushPlayer, keepPushPlayer } from './push-player'
import PushSwitch from './push-switch'

const server = fakeServer()
const statePath = '/v1/Select/PushState'
const onPath = '/v1/Do/PushOnAction'
const offPath = '/v1/Do/PushOffAction'
const address = 'https://fcm.googleapis.com/fcm/send/a'

/** A browser with web push. `answer` is what its user says when it asks for the permission. */
function browser({ permission = 'default', answer = 'granted', subscribed = false } = {}) {
  const own = {
    endpoint: address,
    toJSON: () => ({ keys: { p256dh: 'PPP', auth: 'AAA' } }),
    unsubscribe: vi.fn(async () => {
      current = null
      return true
    }),
  }
  let current: typeof own | null = subscribed ? own : null
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => {
      current = own
      return own
    }),
  }
  const registration = { pushManager }
  vi.stubGlobal('PushManager', class {})
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = answer
      return answer
    }),
  }
  vi.stubGlobal('Notification', notification)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  return { own, pushManager, notification }
}

const open = (on = false) => ({ [statePath]: { Data: { Open: true, Key: 'KEY', On: on } } })
const toggle = () => screen.findByRole('checkbox', { name: '推送通知' })

beforeEach(logIn)
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  localStorage.clear()
})

it('H-451 the permission is asked for by a tap alone, and the server gets the address and keys of the browser', async () => {
  const { notification, pushManager } = browser()
  let on = false
  server.reply({
    [statePath]: () => ({ Data: { Open: true, Key: 'KEY', On: on } }),
    [onPath]: () => {
      on = true
      return {}
    },
  })
  show(<PushSwitch />)
  expect(await toggle()).not.toBeChecked()
  expect(notification.requestPermission).not.toHaveBeenCalled()
  await userEvent.click(await toggle())
  await waitFor(() => expect(server.callsTo(onPath)).toHaveLength(1))
  expect(Object.fromEntries(server.callsTo(onPath)[0]?.form ?? [])).toMatchObject({
    endpoint: address,
    p256dh: 'PPP',
    auth: 'AAA',
  })
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' })
  await waitFor(async () => expect(await toggle()).toBeChecked())
  expect(isPushPlayer('demo01')).toBe(true)
})

it('H-451 the switch goes off at the server and in the browser', async () => {
  const { own } = browser({ permission: 'granted', subscribed: true })
  let on = true
  server.reply({
    [statePath]: () => ({ Data: { Open: true, Key: 'KEY', On: on } }),
    [offPath]: () => {
      on = false
      return {}
    },
  })
  show(<PushSwitch />)
  expect(await toggle()).toBeChecked()
  await userEvent.click(await toggle())
  await waitFor(async () => expect(await toggle()).not.toBeChecked())
  expect(server.callsTo(offPath)[0]?.form.get('endpoint')).toBe(address)
  expect(own.unsubscribe).toHaveBeenCalledOnce()
})

it('H-451 a browser without web push says what can be done', async () => {
  server.reply(open())
  show(<PushSwitch />)
  expect(await toggle()).toBeDisabled()
  expect(screen.getByText(/请先将本站添加到主屏幕/)).toBeVisible()
})

it('H-451 a browser that was told to block says where it is allowed again', async () => {
  browser({ permission: 'denied' })
  server.reply(open())
  show(<PushSwitch />)
  expect(await toggle()).toBeDisabled()
  expect(screen.getByText(/请在浏览器或系统设置中允许/)).toBeVisible()
})

it('H-451 a question that is not answered leaves it off and can be asked again', async () => {
  browser({ answer: 'default' })
  server.reply(open())
  show(<PushSwitch />)
  await userEvent.click(await toggle())
  expect(await screen.findByText('您没有允许浏览器发送通知，推送未开启。')).toBeVisible()
  expect(await toggle()).toBeEnabled()
  expect(await toggle()).not.toBeChecked()
  expect(server.callsTo(onPath)).toHaveLength(0)
})

it('H-451 a refusal of the server is shown, and the browser forgets its address', async () => {
  const { own } = browser()
  server.reply({ ...open(), [onPath]: { IsSuc: false, ErrorMessage: '暂不支持该浏览器的推送服务，请换用其他浏览器' } })
  show(<PushSwitch />)
  await userEvent.click(await toggle())
  expect(await screen.findByText('暂不支持该浏览器的推送服务，请换用其他浏览器')).toBeVisible()
  expect(own.unsubscribe).toHaveBeenCalledOnce()
  expect(await toggle()).not.toBeChecked()
})

it('H-451 a push service that does not answer is said so', async () => {
  const { pushManager } = browser()
  pushManager.subscribe.mockRejectedValue(new DOMException('no service', 'AbortError'))
  server.reply(open())
  show(<PushSwitch />)
  await userEvent.click(await toggle())
  expect(await screen.findByText('浏览器的推送服务没有应答，请检查网络后再试。')).toBeVisible()
})

it('H-451 a state that did not come can be asked for again', async () => {
  browser()
  server.reply({ [statePath]: [503, { IsSuc: false, Message: '服务暂时不可用' }] })
  show(<PushSwitch />)
  const retry = await screen.findByRole('button', { name: '重试' })
  server.reply(open())
  await userEvent.click(retry)
  expect(await toggle()).toBeEnabled()
})

it('H-451 where the operator does not offer it there is no switch', async () => {
  browser()
  server.reply({ [statePath]: { Data: { Open: false, Key: '', On: false } } })
  show(<PushSwitch />)
  await waitFor(() => expect(server.callsTo(statePath)).toHaveLength(1))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('H-451 after a new login it goes on without a question, if the browser still has its address', async () => {
  const { notification } = browser({ permission: 'granted', subscribed: true })
  server.reply(open())
  await renewPush()
  expect(server.callsTo(onPath)).toHaveLength(1)
  expect(notification.requestPermission).not.toHaveBeenCalled()
})

it('H-451 a logout makes the browser forget its address and its player', async () => {
  const { own } = browser({ permission: 'granted', subscribed: true })
  keepPushPlayer('demo01')
  await dropPush()
  expect(own.unsubscribe).toHaveBeenCalledOnce()
  expect(isPushPlayer('demo01')).toBe(false)
  expect(isPushPlayer('')).toBe(false)
})
