import { gmtTime } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { get } from '../../api/client'
import type { Block, GameKind, Items, KeptBlock, Promotion } from '../../api/wire'
import { Alert, App, Form, Input, Select } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { GmtPicker } from '../../ui/gmt-picker'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'
import { useOpened } from '../setting/versions'
import { NewerContent, useEdited } from './edition'
import { HtmlEditor } from './html-editor'
import { HtmlPreview, Removed } from './html-preview'
import { PictureField } from './picture-field'
import { checkPeriod, ShowingFields, type ShowingValues, showingFacts, showingOf } from './showing'

const words = text.promotion

interface Values extends ShowingValues {
  name: string
  line: string
  picture: string
  needs: GameKind | ''
  starts: number | null
  ends: number | null
  html: string
}

interface PromotionDialogProps {
  row?: Promotion
  position: number
  /** Promotions that tell of themselves with the same block. */
  others: Promotion[]
  onClose: () => void
}

/** PromotionDialog edits a promotion with the block that tells of it. */
export function PromotionDialog(props: PromotionDialogProps) {
  const blocks = useQuery({
    queryKey: ['/content/blocks', 'edit'],
    queryFn: ({ signal }) => get<Items<Block>>('/content/blocks', { signal }),
    // What somebody is writing is not replaced under their hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const { row, onClose } = props
  if (!row || blocks.data) {
    return <Editor {...props} block={blocks.data?.items.find((block) => block.id === row?.contentId)} />
  }
  return (
    <ActionDialog<object>
      title={words.editTitle(row.name)}
      okText={text.action.close}
      reason="none"
      running={false}
      onSend={async () => ({ ok: true })}
      onClose={onClose}
    >
      {blocks.isError ? (
        <LoadFailed message={blocks.error.message} onRetry={() => blocks.refetch()} />
      ) : (
        <LoadingRows />
      )}
    </ActionDialog>
  )
}

/** Editor writes the text first, then the promotion. Its block is given anew when another person changed it. */
function Editor({ row, position, others, block: now, onClose }: PromotionDialogProps & { block?: Block }) {
  const { modal } = App.useApp()
  const [opened, textBase] = useOpened(now)
  const html = opened?.html ?? ''
  const edited = useEdited('/content/promotions', row)
  const promotion = useAction(text.content.saved)
  const block = useAction<KeptBlock>(text.content.saved)
  // A block that was saved is not saved again when the promotion was refused.
  const written = useRef({ id: row?.contentId ?? '', html, ahead: 0 })

  const send = async ({ html: typed, ...values }: Values) => {
    let removed: string[] = []
    if (typed !== written.current.html) {
      const kept = await block.run('/content/blocks', {
        id: written.current.id,
        html: typed,
        base: textBase.version + written.current.ahead,
      })
      if (!kept.answer) return kept
      written.current = { id: kept.answer.id, html: typed, ahead: written.current.ahead + 1 }
      removed = kept.answer.removed
    }
    const body = {
      ...values,
      id: row?.id,
      position: edited.now?.position ?? position,
      contentId: written.current.id,
      base: edited.base.version,
    }
    const result = await promotion.run('/content/promotions', body)
    if (result.ok && removed.length > 0)
      modal.info({ title: text.content.saved, content: <Removed parts={removed} saved /> })
    return result
  }
  return (
    <ActionDialog<Values>
      title={row ? words.editTitle(row.name) : words.addTitle}
      okText={text.content.save}
      reason="none"
      width={1240}
      running={promotion.running || block.running}
      initial={{
        name: row?.name,
        line: row?.line,
        picture: row?.picture,
        needs: row?.needs ?? '',
        starts: row?.starts ?? null,
        ends: row?.ends ?? null,
        html,
        ...showingOf(row),
      }}
      onSend={send}
      onClose={onClose}
      fields={
        <div className="edit-pair edit-promotion">
          <PromotionFields />
          <div>
            {others.length > 0 && (
              <Alert type="warning" showIcon title={words.blockShared(others.map((other) => other.name).join('、'))} />
            )}
            <Form.Item
              name="html"
              label={words.html}
              extra={words.htmlHint}
              rules={[{ required: true, whitespace: true, message: words.blockEmpty }]}
            >
              <HtmlEditor />
            </Form.Item>
            <Form.Item noStyle shouldUpdate>
              {({ getFieldsValue }) => <HtmlPreview {...(getFieldsValue() as Partial<Values>)} />}
            </Form.Item>
          </div>
        </div>
      }
    >
      <NewerContent edited={edited} facts={promotionFacts} />
      {opened && now && textBase.newer > written.current.ahead && (
        <NewerContent
          edited={{
            opened,
            now,
            base: {
              ...textBase,
              check: () => {
                // The other person's text is the saved one now: the form's own text must be sent again.
                written.current = { ...written.current, html: now.html, ahead: 0 }
                textBase.check()
              },
            },
          }}
          facts={(of) => [[words.html, of.html]]}
        />
      )}
    </ActionDialog>
  )
}

/** promotionFacts are the values of a promotion that people compare when another person changed it. */
export const promotionFacts = (row: Promotion): [string, string][] => [
  [words.name, row.name],
  [words.line, row.line],
  [text.content.picture, row.picture],
  [words.starts, row.starts === null ? '' : gmtTime(row.starts).slice(0, 10)],
  [words.ends, row.ends === null ? '' : gmtTime(row.ends).slice(0, 10)],
  [words.needs, row.needs === '' ? '' : text.game.kinds[row.needs]],
  [text.content.position, String(row.position)],
  ...showingFacts(row),
]

const kinds = [
  { value: '', label: words.needsNone },
  ...Object.entries(text.game.kinds).map(([value, label]) => ({ value, label })),
]

function PromotionFields() {
  return (
    <div>
      <Form.Item
        name="name"
        label={words.name}
        rules={[{ required: true, whitespace: true, message: text.action.required }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="line" label={words.line}>
        <Input maxLength={120} autoComplete="off" />
      </Form.Item>
      <PictureField prefer="/art/promo" />
      <div className="field-pair">
        <Form.Item name="starts" label={words.starts} extra={words.daysHint}>
          <GmtPicker day />
        </Form.Item>
        <Form.Item
          name="ends"
          label={words.ends}
          dependencies={['starts']}
          rules={[
            ({ getFieldValue }) => ({
              // The last day may be the first one.
              validator: (_, ends: number | null) =>
                checkPeriod(getFieldValue('starts') as number | null, ends == null ? null : ends + 1),
            }),
          ]}
        >
          <GmtPicker day />
        </Form.Item>
      </div>
      <Form.Item name="needs" label={words.needs} extra={words.needsHint}>
        <Select options={kinds} />
      </Form.Item>
      <ShowingFields />
    </div>
  )
}
