import { boot, type House } from '@shared/boot'
import { paths } from '../../../paths'

/** The age that the licence asks for. */
const adult = boot.minAge || 18

/** The licence is published: number and regulator. Without one no article may name one as given. */
const isLicensed = ({ regulator, licence }: House) => !!(regulator && licence)

/** A name inside a Chinese sentence: with a space beside Latin letters only. */
const spaced = (name: string) => `${/^[!-~]/.test(name) ? ' ' : ''}${name}${/[!-~]$/.test(name) ? ' ' : ''}`

/** The operator inside a sentence. */
const operatorOf = (house: House) => (house.operator ? spaced(house.operator) : '本站运营方')

/** The company and the licence, as far as they are published. */
function runBy(house: House): string {
  const { operator, regulator, licence } = house
  if (!isLicensed(house)) {
    return operator ? `本站由${spaced(operator)}运营，尚未登载牌照资料。` : '本站尚未登载运营公司与牌照资料。'
  }
  return operator
    ? `本站由${spaced(operator)}依据${spaced(regulator)}颁发的牌照（编号 ${licence}）运营。`
    : `本站依据${spaced(regulator)}颁发的牌照（编号 ${licence}）运营。`
}

/** "or write to", for the middle of a sentence: the own address, else the general one, else nothing. */
const orWrite = (house: House, own: string) => (own || house.email ? `，或写信至 ${own || house.email}` : '')

export interface ArticlePart {
  heading: string
  body: string
  /** Points under the paragraph; `ordered` makes them steps. */
  list?: string[]
  ordered?: boolean
  /** A page of the site that the part is about. */
  link?: { to: string; name: string }
}

export interface Article {
  title: string
  /** One or two sentences under the title. */
  lead: string
  parts: ArticlePart[]
}

const account = (): Article => ({
  title: '账户指南',
  lead: '从注册到提款，每一步要准备什么、会看到什么，都写在这里。',
  parts: [
    {
      heading: '注册账户',
      body: '注册只需要用户名、手机号和密码，大约一分钟。',
      list: [
        '用户名为 4-10 位数字或字母，不区分大小写，注册后不能更改。',
        '密码为 5-20 位数字或字母。请不要使用与其他网站相同的密码。',
        '手机号为 11 位。一个手机号只能注册一个账户。',
        `您须年满 ${adult} 周岁，并身处法律允许的地区。`,
      ],
    },
    {
      heading: '登录与密码',
      body: '登录后闲置 30 分钟或满 12 小时需要重新登录；勾选「记住用户名」可保持 30 天。我们不会在浏览器里保存您的密码。',
      list: [
        '连续输错密码后，需要输入图片验证码。',
        '忘记密码时，在登录页点「忘记密码」：已验证手机或邮箱的，可用验证码自助重设；没有验证过或页面没有此项的，请联系客服核实身份后恢复登录。客服不会向您索要密码。',
        '修改密码后，其他设备上的登录会立即失效。',
        '建议在「修改密码」中设置单独的提款密码。设置后每次提款都要输入，连续输错五次将锁定提款一小时。',
      ],
    },
    {
      heading: '完善资料',
      body: '真实姓名须与银行卡持卡人一致，填写后不能自行修改。出生日期用于确认您已成年，首次提款前可能需要核对。',
    },
    {
      heading: '存款',
      body: '在存款页选择方式和金额，提交前就能看到限额、手续费和预计到账时间。',
      ordered: true,
      list: [
        '选择存款方式与金额，提交订单。',
        '按订单显示的账户与金额付款，并填写真实付款人姓名。收款账户会更换，请每次以当前订单为准。',
        '请在订单显示的时限内付款。超时付款不会丢失，但需要人工核对后入账。',
        '到账后页面会弹出通知，资金记录里可以查到单号。',
      ],
    },
    {
      heading: '转账与游戏',
      body: '资金先在中心钱包，进入游戏前转入对应场馆，离开后可一键转回。您也可以打开自动转账，进入游戏时自动带入；这项功能默认关闭。转账过程中如遇网络中断，系统会向场馆核实，结果明确之前这笔钱会显示为处理中，不会消失，也不会重复。',
    },
    {
      heading: '提款',
      body: '绑定本人银行卡后即可提款。可绑定的张数、最低金额、每日次数与额度以页面显示为准。',
      ordered: true,
      list: [
        '输入金额，确认到账账户与费用。设置了提款密码的，还要输入提款密码。',
        '提款依次经过已提交、审核中、出款中、已到账四个阶段，每一步都能在页面看到。',
        '资金记录中的提款若有「撤回提款」按钮，可自行取消。如被拒绝，页面会写明原因。撤回或被拒绝的款项退回中心钱包。',
        '刚修改密码、更换手机号或新增银行卡、USDT 地址后，提款可能需要人工核对，至何时以提款页显示为准。',
      ],
    },
    {
      heading: '流水要求',
      body: '每笔存款或优惠对应的流水要求、已完成多少、还差多少，都在提款页逐条列出。撤单、无效、和局的注单不计入流水。体育与电竞按投注额与输赢绝对值中较小者计算，其他游戏按场馆回报的有效投注计算。',
    },
  ],
})

const gambling = (house: House): Article => ({
  title: '责任博彩',
  lead: '博彩是一种花钱的娱乐，不是收入来源，也不能用来还债或挽回损失。玩得开心的前提，是随时可以停下来。',
  parts: [
    {
      heading: '先给自己定三条线',
      body: '开始之前想好，会比输赢之后再想容易得多。',
      list: [
        '金额：只用输掉也不影响生活的钱。不借钱，不动用房租、学费和家用。',
        '时间：定好什么时候结束，到点就离开。',
        '情绪：心情低落、喝了酒或急着翻本的时候，不要开始。',
      ],
    },
    {
      heading: '问问自己',
      body: '下面的情况如果经常出现，说明博彩可能已经影响到您。',
      list: [
        '投注的钱或时间总是超过原来的打算。',
        '输了之后急着加注，想尽快赢回来。',
        '对家人隐瞒投注的次数或金额。',
        '为了投注借钱、变卖东西，或者耽误了工作与学习。',
        '不能投注时感到烦躁、坐立不安。',
        '曾经想停，却没能停下来。',
      ],
    },
    {
      heading: '您自己可以设置的',
      body: '登录后，在账户菜单的「理性娱乐」页面设置，不需要联系客服，也不收取任何费用。',
      list: [
        '存款限额：24 小时、7 天、30 天各一项。降低立即生效；提高或取消须等待 24 小时，并由您再次确认。',
        '冷静期：24 小时到 6 周。到期自动结束，期间不能提前结束。',
        '自我排除：6 个月、1 年、5 年或无限期。期满（无限期为满 6 个月）由您本人申请恢复，再等待 24 小时（无限期为 7 天）；任何人都不能提前解除。',
        '游戏时间提醒：登录后每隔 30、60 或 120 分钟，提醒您已经玩了多久、输赢多少、存了多少。',
      ],
    },
    {
      heading: '冷静期与自我排除期间',
      body: '设置后立即生效：不能存款、转入场馆、进入游戏或领取奖金，自动转账随之关闭。',
      list: [
        '可以登录查看记录，把场馆里的余额收回，并申请提款；已提交的提款照常处理。',
        '未结算的注单照常结算，结果计入您的余额。',
        '设置之前已经付款的存款仍会到账，可以提走。',
      ],
    },
    {
      heading: '也可以请客服办理',
      body: '',
      ordered: true,
      list: [
        '联系在线客服，说明您的用户名，以及希望停用账户的期限或永久关闭。',
        '客服核实身份后为您停用账户，已登录的设备会随即退出；请在此之前提走余额。',
        '停用期满后不会自动恢复，需要您再次联系客服。您自己设置的限制，客服不能替您解除。',
      ],
    },
    {
      heading: `未满 ${adult} 周岁不得参与`,
      body: `我们不接受未成年人注册。发现未成年人使用的账户会立即关闭，并${isLicensed(house) ? '按牌照要求' : '依照法律'}处理资金。请不要与孩子共用已登录的设备，必要时为设备加装家长控制软件。`,
    },
    {
      heading: '寻求帮助',
      body: `与信任的家人朋友谈一谈，往往是最好的开始。${house.helpline ? `您也可以联系独立的专业机构：${house.helpline}。` : '您也可以联系所在地的医疗机构或戒赌辅导机构。'}他们与本站没有关系，谈话内容保密。`,
    },
    {
      heading: '给家人的话',
      body: '如果您担心身边的人，请避免替他还债或给他现金，先一起了解求助渠道。您可以联系客服说明情况，我们会认真对待；但出于隐私，我们不能向您透露他人的账户信息。',
    },
  ],
})

const privacy = (house: House): Article => ({
  title: '隐私政策',
  lead: `本政策说明${operatorOf(house)}收集哪些资料、为什么收集、保存多久，以及您可以怎样行使权利。`,
  parts: [
    {
      heading: '我们收集的资料',
      body: `只收集提供服务与履行${isLicensed(house) ? '牌照义务' : '法律义务'}所需要的资料。`,
      list: [
        '您填写的：用户名、手机号、真实姓名、出生日期、邮箱、收款账户。',
        '服务产生的：存款、转账、投注、提款与优惠记录，以及与客服的沟通。',
        '设备产生的：登录时间、IP 地址、设备与浏览器类型。',
        '密码只保存不可逆的散列值，任何人都无法看到原文。',
      ],
    },
    {
      heading: '用来做什么',
      body: '办理存款与提款，核对年龄与身份，防范欺诈、洗钱与一人多户，以及回应您的咨询。我们不出售您的资料，也不用它做与服务无关的画像。',
    },
    {
      heading: '浏览器里保存的内容',
      body: '登录凭证、用户名与界面偏好，以及一个用于绑定设备的安全 Cookie。本站不使用第三方广告与追踪脚本。清除浏览器数据后，您只需重新登录。',
    },
    {
      heading: '谁能看到',
      body: '只有履行职责所需的员工可以查看，手机号、姓名与卡号默认遮蔽，每一次查看都留有记录。完成付款与游戏所必需的最少资料，会提供给支付机构与游戏场馆；依法须向监管或司法机关提供的除外，我们不再提供给任何人。',
    },
    {
      heading: '保存多久',
      body: `账户存续期间保存；账户关闭后，交易与身份资料按${isLicensed(house) ? '牌照与反洗钱规定' : '反洗钱规定'}的年限继续保存，到期删除或匿名化。`,
    },
    {
      heading: '您的权利',
      body: `您可以要求查阅、更正或删除自己的资料，也可以随时拒绝营销信息，由客服人工办理。请用注册手机号联系客服${orWrite(house, house.privacyEmail)}。法律要求保存的部分，在期满前无法删除，我们会说明理由。`,
    },
    {
      heading: '安全',
      body: `真实姓名、手机号与银行卡号加密存储，资金操作只在登录时所用的设备上有效。一旦发生可能影响您的安全事件，我们会按规定及时通知${isLicensed(house) ? '您与监管机构' : '您本人'}。`,
    },
    {
      heading: '政策的变更',
      body: '内容有重要变化时，我们会在公告中提前说明。继续使用即表示您同意更新后的内容；如不同意，您可以提走余额并关闭账户。',
    },
  ],
})

const rules = (house: House): Article => ({
  title: '规则条款',
  lead: `使用本站即表示您与${operatorOf(house)}之间成立以下约定。请在注册前读完，有不清楚的地方可以先问客服。`,
  parts: [
    {
      heading: '谁可以使用',
      body: `${runBy(house)}您须年满 ${adult} 周岁，并确认所在地的法律允许您参与。${isLicensed(house) ? '牌照不覆盖的国家和地区，我们不提供服务。' : '法律不允许的国家和地区，我们不提供服务。'}`,
    },
    {
      heading: '一人一户',
      body: '每个人、每个地址、邮箱、手机号、支付方式和 IP 地址限一个账户。账户只供本人使用，不得转让、出借或代他人操作。',
    },
    {
      heading: '资料与核实',
      body: `您提供的资料须真实完整。${isLicensed(house) ? '为履行牌照义务' : '为核实身份与防范洗钱'}，我们可能要求您补充身份或付款证明；核实期间提款可能延后，资金仍属于您。`,
    },
    {
      heading: '存款与提款',
      body: '只接受本人名下的账户付款与收款。最低提款金额、流水要求、手续费与限额在提交前列明。由第三方代付、拆分付款或用于非游戏目的的资金往来，我们可以拒绝并原路退回。',
    },
    {
      heading: '投注与结算',
      body: '注单以场馆系统记录为准，确认后不能更改或取消。',
      list: [
        '赛事取消、延期或赔率明显错误时，按场馆规则处理，通常退还本金。',
        '场馆更正结算时，账户将相应调整，并留有可查的记录。',
        '网络中断不影响已被接受的注单；恢复后可在投注记录中查看结果。',
        '利用程序、漏洞或与他人串通投注，相关注单视为无效。',
      ],
    },
    {
      heading: '优惠',
      body: '除另有说明外，每项优惠按个人、地址、邮箱、手机号、支付方式和 IP 地址各限领取一次。标明赔率要求的优惠，香港盘与马来盘不低于 0.8、欧洲盘不低于 1.8 的注单才计入；串关注单不计入。滥用优惠的，我们可以冻结或取消其优惠与所得盈利。我们可以变更或取消任何优惠，变更前已经达成的条件按原规则兑现。',
    },
    {
      heading: '暂停与关闭',
      body: '您可以随时要求关闭账户并提走余额。如发现冒用身份、欺诈、洗钱嫌疑或未成年使用，我们可以先暂停账户，核查后告知结果；依法不能告知的除外。',
    },
    {
      heading: '责任范围',
      body: `游戏由第三方场馆提供，我们对其公平性${isLicensed(house) ? '依合同与牌照监督' : '依合同监督'}。因不可抗力、电信故障造成的中断，我们会尽力恢复并保全记录，但不承担预期盈利的损失。法律规定不能排除的责任不受本条影响。`,
    },
    {
      heading: '投诉与争议',
      body: `请先联系客服${orWrite(house, house.complaintEmail)}，我们会给出书面答复。仍不满意的，可以提交${house.arbiter ? spaced(house.arbiter) : isLicensed(house) ? '监管机构或有管辖权的机构' : '有管辖权的机构'}处理。${house.jurisdiction ? `本条款适用${spaced(house.jurisdiction)}的法律。` : '您依法享有的权利不受本条款影响。'}`,
    },
    {
      heading: '条款的变更',
      body: '重要变更会提前在公告中说明。变更前已经成交的注单和已经领取的优惠，按当时的版本处理。',
    },
  ],
})

/** The published addresses, each with what it is for. */
const mailsOf = (house: House): string[] =>
  [
    ['一般咨询', house.email],
    ['投诉与建议', house.complaintEmail],
    ['隐私与资料', house.privacyEmail],
  ].flatMap(([use, mail]) => (mail ? [`${use}：${mail}`] : []))

const contact = (house: House): Article => ({
  title: '联系我们',
  lead: mailsOf(house).length > 0 ? '遇到问题，先找在线客服；需要留底的事情，用邮件。' : '遇到问题，请找在线客服。',
  parts: [
    {
      heading: '登录不了',
      body: '先试自助找回，不需要等人：',
      ordered: true,
      list: [
        '打开「忘记密码」，用验证过的手机或邮箱收取验证码，自己设置新密码。',
        mailsOf(house).length > 0
          ? `收不到验证码，或没有验证过手机和邮箱：请写信至 ${house.email || house.complaintEmail || house.privacyEmail}，写明用户名、真实姓名、注册手机号后四位，以及最近一次存款的时间和金额。`
          : '收不到验证码，或没有验证过手机和邮箱：请联系客服，说明用户名、真实姓名、注册手机号后四位，以及最近一次存款的时间和金额。',
        '核实是您本人后，客服给您一个重设码，用它设置新密码。客服不会问您的密码，也不会问验证码。',
      ],
      link: { to: paths.forget, name: '去找回密码' },
    },
    {
      heading: '在线客服',
      body: boot.ownSupport
        ? `登录后点击「客服」即可在站内提问，回复会出现在消息中。${mailsOf(house).length > 0 ? '无法登录时，请使用下面的其他方式。' : ''}请准备好用户名和相关单号，处理会更快。`
        : '点击页面顶部或底部的「客服」，或下面的按钮，即可开始对话。请准备好用户名和相关单号，处理会更快。',
    },
    {
      heading: '邮件',
      body:
        mailsOf(house).length > 0
          ? '无法登录，或者不方便在线沟通时，请写信给我们，并写明用户名和注册手机号的后四位。'
          : '本站目前没有公布邮箱。',
      list: mailsOf(house),
    },
    {
      heading: '说明存款问题时',
      body: '请提供订单号、付款时间、付款人姓名与付款回执截图，回执上的余额可以遮盖。',
    },
    {
      heading: '谨防冒充',
      body: '我们的员工不会索要您的密码、提款密码或短信验证码，不会让您把钱转入个人账户，也不会要求您安装远程控制软件。遇到这种情况，请停止操作并告诉我们。',
    },
    {
      heading: '公司信息',
      body: runBy(house),
      list: house.address ? [`公司的注册地址：${house.address}`] : [],
    },
  ],
})

const agent = (house: House): Article => ({
  title: '代理合作',
  lead: '如果您有正当的推广渠道，欢迎与我们合作。我们看重长期与合规，胜过一时的数量。',
  parts: [
    {
      heading: '合作方式',
      body: '您用专属的邀请链接推荐新会员，按约定的比例从其产生的净收入中分成。比例、结算周期与扣除项目写在合同里，双方各执一份。',
    },
    {
      heading: '谁适合',
      body: `个人与公司均可申请，须年满 ${adult} 周岁，能提供真实身份与收款账户，推广渠道在${isLicensed(house) ? '牌照允许' : '法律允许'}的地区内。`,
    },
    {
      heading: '推广守则',
      body: '违反以下任何一条，合作将终止，涉及的分成不予结算。',
      list: [
        '不向未成年人推广，不在未成年人集中的平台推广。',
        '不作「稳赚」「包赢」「回本」之类的承诺，不虚构中奖。',
        '不群发垃圾短信，不冒充本站员工，不使用未经许可的名人肖像。',
        '不引导已经关闭或停用账户的人重新参与。',
        '不以自己或亲友的账户赚取分成。',
      ],
    },
    {
      heading: '申请步骤',
      body: '代理申请由客服受理。',
      ordered: true,
      list: [
        `联系在线客服${orWrite(house, house.agentEmail)}，说明您的渠道与所在地区。`,
        '提交身份资料，我们会在核实后与您联系。',
        '签订合同，领取邀请链接。',
      ],
    },
  ],
})

/** The footer's pages. */
export const articles: Record<string, (house: House) => Article> = {
  [paths.toolsAccount]: account,
  [paths.toolsGambling]: gambling,
  [paths.toolsPrivacy]: privacy,
  [paths.toolsRules]: rules,
  [paths.toolsContact]: contact,
  [paths.agent]: agent,
}
