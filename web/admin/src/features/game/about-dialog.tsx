import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import type { Game, GameAbout } from '../../api/wire'
import { Form, Input, InputNumber, Modal, Select, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'

const words = text.gameAbout

interface Values {
  payback: number | null
  volatility: number
  stakeMin: string
  stakeMax: string
  rules: string
  fun: string
}

const yuanForm = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/

/** What the form holds of an answer: an unknown figure is an empty field. */
const valuesOf = ({ payback, volatility, stakeMin, stakeMax, rules, fun }: GameAbout): Values => ({
  payback: payback === 0 ? null : payback / 100,
  volatility,
  stakeMin: Number(stakeMin) === 0 ? '' : stakeMin,
  stakeMax: Number(stakeMax) === 0 ? '' : stakeMax,
  rules,
  fun,
})

/** The answer that a form asks for. */
export const aboutOf = ({ payback, volatility, stakeMin, stakeMax, rules, fun }: Partial<Values>): GameAbout => ({
  payback: Math.round((payback ?? 0) * 100),
  volatility: volatility ?? 0,
  stakeMin: stakeMin?.trim() || '0',
  stakeMax: stakeMax?.trim() || '0',
  rules: rules ?? '',
  fun: fun?.trim() ?? '',
})

/** AboutDialog replaces what the page of a game tells players. */
export function AboutDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const path = `/games/${game.id}/about`
  const about = useQuery({ queryKey: [path], queryFn: ({ signal }) => get<GameAbout>(path, { signal }), gcTime: 0 })
  const { run, running } = useAction(words.done)
  if (!about.data) {
    return (
      <Modal open title={words.title(game.name)} footer={null} onCancel={onClose}>
        {about.error ? (
          <LoadFailed message={about.error.message} onRetry={() => void about.refetch()} />
        ) : (
          <LoadingRows />
        )}
      </Modal>
    )
  }
  return (
    <ActionDialog<Values>
      title={words.title(game.name)}
      okText={text.content.save}
      reason="none"
      running={running}
      initial={valuesOf(about.data)}
      onSend={(values) => run(path, aboutOf(values))}
      onClose={onClose}
      fields={<Fields />}
    >
      <p>{words.explain}</p>
    </ActionDialog>
  )
}

function Fields() {
  const amount = { pattern: yuanForm, message: words.amountWrong }
  return (
    <>
      <Space wrap align="start">
        <Form.Item name="payback" label={words.payback} extra={words.paybackHint}>
          <InputNumber min={50} max={100} precision={2} suffix="%" />
        </Form.Item>
        <Form.Item name="volatility" label={words.volatility}>
          <Select options={words.volatilities.map((label, value) => ({ value, label }))} style={{ width: 110 }} />
        </Form.Item>
      </Space>
      <Space wrap align="start">
        <Form.Item name="stakeMin" label={words.stakeMin} rules={[amount]}>
          <Input prefix="¥" maxLength={12} autoComplete="off" />
        </Form.Item>
        <Form.Item name="stakeMax" label={words.stakeMax} rules={[amount]}>
          <Input prefix="¥" maxLength={12} autoComplete="off" />
        </Form.Item>
      </Space>
      <Form.Item name="rules" label={words.rules} extra={words.rulesHint}>
        <Input.TextArea rows={8} maxLength={4000} showCount />
      </Form.Item>
      <Form.Item name="fun" label={words.fun} extra={words.funHint}>
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
    </>
  )
}
