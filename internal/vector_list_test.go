package internal_test

// vector is a value that a fact sheet states: a signature, an encryption, a sample call or its
// answer, or a list. Value is a piece of it that is in the tests that hold our code to it.
type vector struct{ sheet, name, value, tests string }

// vectors are all of them, sheet by sheet. A sheet without values of its own is held by the
// golden requests of its adapter, which are listed in their place.
var vectors = []vector{
	{"ag.md", "params of a balance question", "UWwGYEGMN3Am8Ya11AGkeuXqoHfdeUVlY+2AGtfEZDzZLeMB262RDLn8DZ3yjMEUKCU2W/Zsnt2MdpvR1rUc3cP96eiy5DonmNK80yYr5pPa5W+lTD3jtNGZvC4mwc3X", "internal/venue/ag.TestTheSheetsVectorsAreReproduced, sandbox/venues/ag.TestVectorsOfTheProtocolSheet"},
	{"ag.md", "key of a balance question", "29bf5664760877cf780dc6083b40d5eb", "internal/venue/ag.TestTheSheetsVectorsAreReproduced, sandbox/venues/ag.TestVectorsOfTheProtocolSheet"},
	{"ag.md", "key of a login", "0b3e7168a5b6605500e365ea54301396", "internal/venue/ag.TestTheSheetsVectorsAreReproduced, sandbox/venues/ag.TestVectorsOfTheProtocolSheet"},
	{"ag.md", "key of a prepared transfer", "190318c5153e71448a7595ecd39f1ee4", "internal/venue/ag.TestTheSheetsVectorsAreReproduced, sandbox/venues/ag.TestVectorsOfTheProtocolSheet"},
	{"ag.md", "key of a launch", "916215ed30add45e139875ee857571a4", "internal/venue/ag.TestTheSheetsVectorsAreReproduced, sandbox/venues/ag.TestVectorsOfTheProtocolSheet"},
	{"ag.md", "key of a question for records", "64cd0d3599efbd18fd6ce3df3f5a36f8", "internal/venue/ag.TestTheSheetsVectorsAreReproduced, sandbox/venues/ag.TestVectorsOfTheProtocolSheet"},
	{"ag.md", "form of an answer", `<?xml version="1.0" encoding="utf-8"?><result info="`, "internal/venue/ag.TestATransferIsPreparedAndThenConfirmed"},

	{"avia-esports.md", "sample transfer, its answer, and the same sent again", `"ID":"88","OrderID":"T20231114000001","Balance":"100.00","Credit":"999900.00"`, "internal/venue/avia.TestTheSheetsExampleIsReproduced"},
	{"avia-esports.md", "sample transfer, as the company answers it", "UserName=test001&Type=IN&Money=100.00&ID=T20231114000001", "sandbox/venues/avia.TestTheExampleOfTheSheet"},

	{"banks-regions-validation.md", "codes and names of 32 banks", "SRCB 深圳农商银行", "internal/cashier.TestTheBanksAndRegionsAreThoseOfTheSheet"},
	{"banks-regions-validation.md", "34 divisions of the first order", "台湾 香港 澳门", "internal/cashier.TestTheBanksAndRegionsAreThoseOfTheSheet"},
	{"banks-regions-validation.md", "card number with a right check digit", "6222020000000000000", "internal/cashier.TestCardInputIsChecked"},
	{"banks-regions-validation.md", "card number with a wrong check digit", "6222005865412565805", "internal/cashier.TestCardInputIsChecked"},
	{"banks-regions-validation.md", "form of a phone number", "12812345678", "internal/player.TestRegistrationRulesAndTheirSentences"},

	{"bbin.md", "key of CreateMember", "6d77efcafa1a5f624978bb3931bd283f", "internal/venue/bbin.TestKeysFollowTheVectors, sandbox/venues/bbin.TestKeysOfTheSheetAreAccepted"},
	{"bbin.md", "key with 7 letters before it and 1 behind", "abcdefg", "sandbox/venues/bbin.TestKeysOfTheSheetAreAccepted"},
	{"bbin.md", "key of Transfer", "6de11ae0646efbddfb9e8210e19a1763", "internal/venue/bbin.TestKeysFollowTheVectors, sandbox/venues/bbin.TestKeysOfTheSheetAreAccepted"},
	{"bbin.md", "key of CheckTransfer", "9ca4ad4638e96de2c3f5e9e3b5fb13ce", "internal/venue/bbin.TestKeysFollowTheVectors, sandbox/venues/bbin.TestKeysOfTheSheetAreAccepted"},

	{"bti-sports.md", "sample answer", `<MerchantResponse xmlns="http://networkpot.com/"><ErrorCode>NoError</ErrorCode><CustomerID>5001</CustomerID><Balance>100.00</Balance><TransactionID>7001</TransactionID></MerchantResponse>`, "internal/venue/bti.TestTheSheetsExampleIsRead"},
	{"bti-sports.md", "sample answer, as the company writes it", `<MerchantResponse xmlns="http://networkpot.com/"><ErrorCode>NoError</ErrorCode><CustomerID>`, "sandbox/venues/bti.TestAnAnswerHasTheFormOfTheSheet"},

	{"cq9-slots-fishing.md", "sample deposit and its answer", `{"data":{"balance":100,"currency":"CNY"},"status":{"code":"0","message":"Success"`, "internal/venue/cq9.TestTheSheetsExampleIsReproduced"},

	{"fb-sports.md", "signature of a transfer", "f613ae76ef4f23508f7e17cff0e245f3", "internal/venue/fb.TestTheSheetsSignatureIsReproduced, sandbox/venues/fb.TestTheExampleOfTheSheet"},

	{"im-sports-esports.md", "sample transfer out and its answer", "DEMO0000000000000000000000000032", "internal/venue/im.TestTheSheetsExampleIsReproduced"},
	{"im-sports-esports.md", "sample transfer out, as the company answers it", `{"MerchantCode":"DEMO0000000000000000000000000032","PlayerId":"test001","ProductWallet":"301","TransactionId":"T20231114000001","Amount":"-50.00"}`, "sandbox/venues/im.TestTheExampleOfTheSheet"},

	{"jdb-slots.md", "x with PKCS#7 padding", "oMADSMzjJyvPq6Vv6FaeP8PgbGRqddlsAGNlDSccRUw4YJ9yAxjET_4GxP4iycezAPPdo-2Zk6GoL6nVd2-jPjJplYa9NAbtRKTf4lJNRVc", "internal/venue/jdb.TestTheSheetsVectorIsReproduced, sandbox/venues/jdb.TestTheSheetsVectorsOpen"},
	{"jdb-slots.md", "x with zero bytes, which only the company reads", "oMADSMzjJyvPq6Vv6FaeP8PgbGRqddlsAGNlDSccRUw4YJ9yAxjET_4GxP4iycezAPPdo-2Zk6GoL6nVd2-jPgsmRDOjBg_-beai28CE8pw", "sandbox/venues/jdb.TestTheSheetsVectorsOpen"},

	{"ky-leg-boardgames.md", "key of a call", "aff68f12584ad8054cbb4c23b516443c", "internal/venue/ky.TestSealAndKeyMatchTheSheetsVectors, sandbox/venues/ky.TestVectorsOfTheProtocolSheet"},
	{"ky-leg-boardgames.md", "param of a balance question", "XiJi6BoGcQpC6U4uF+sxmC0o9ptnHXJz0OCT/isDoE4=", "internal/venue/ky.TestSealAndKeyMatchTheSheetsVectors, sandbox/venues/ky.TestVectorsOfTheProtocolSheet"},
	{"ky-leg-boardgames.md", "the same in an address", "XiJi6BoGcQpC6U4uF%2BsxmC0o9ptnHXJz0OCT%2FisDoE4%3D", "internal/venue/ky.TestSealAndKeyMatchTheSheetsVectors, sandbox/venues/ky.TestVectorsOfTheProtocolSheet"},
	{"ky-leg-boardgames.md", "param of a deposit", "VbVqYo+81FmFScR55lTCfJ3SnKIBs90CSQSh5d204fIog5RHfJwxIu2JgbJa5qhmwXMw1ZwUbp0K+XP+FWSsqswHDS5S1JKlyrBcvyxUCW4=", "internal/venue/ky.TestSealAndKeyMatchTheSheetsVectors, sandbox/venues/ky.TestVectorsOfTheProtocolSheet"},
	{"ky-leg-boardgames.md", "param of a question for records", "eTx5eI3AumsyLHoIu9DOIpzB9XSECp75GnDW7ixfqk38fsNns+kMiXvQ2+i7gdyk6l8SYCwGBNMCH3h//8kvSQ==", "internal/venue/ky.TestSealAndKeyMatchTheSheetsVectors, sandbox/venues/ky.TestVectorsOfTheProtocolSheet"},
	{"ky-leg-boardgames.md", "columnar answer", `{"s":106,"m":"/getRecordHandle","d":{"code":0,"start":1699999400000,"end":1699999700000`, "internal/venue/ky.TestColumnarRowsBecomeBetLines"},
	{"ky-leg-boardgames.md", "form of an order number", "320000test001", "internal/venue/ky.TestReferenceHasTheVendorsShapeAndIsNeverRepeated"},
	{"ky-leg-boardgames.md", "param of the DS dialect, which no venue speaks", "ZzYgOG3//brvkoeKFaUa+oLsSOJ7sRqA", "internal/venue/ky.TestTheVectorOfTheRelatedDialectIsReproduced"},
	{"ky-leg-boardgames.md", "sign of the DS dialect, which no venue speaks", "ba0cb379d1dc2c39ea9516e99cd6422c", "internal/venue/ky.TestTheVectorOfTheRelatedDialectIsReproduced"},

	{"payments-china.md", "Epay: sign of an order", "759aaabcd0256728797d37b3817c4cb1", "internal/payment/epay.TestSignMatchesTheSheetsVectors, sandbox/gateways.TestVectorsOfTheConvention"},
	{"payments-china.md", "Epay: sign of a notice", "d87f787e26acae5546e7a4d0ba455d44", "internal/payment/epay.TestSignMatchesTheSheetsVectors, sandbox/gateways.TestVectorsOfTheConvention"},
	{"payments-china.md", "pay_*: sign of an order", "EE3AA657B3150337D08E29C6F48947D0", "internal/payment/fourparty.TestSignMatchesTheSheetsVectors, sandbox/gateways.TestVectorsOfTheConvention"},
	{"payments-china.md", "pay_*: sign of a notice", "8F77E90C62793253BF008A9689A33798", "internal/payment/fourparty.TestSignMatchesTheSheetsVectors, sandbox/gateways.TestVectorsOfTheConvention"},
	{"payments-china.md", "epusdt: sign of an order", "98c318328b1be8c24b6a85fb7f0725f4", "internal/payment/epusdt.TestSignMatchesTheSheetsVectors, sandbox/gateways.TestVectorsOfTheConvention"},
	{"payments-china.md", "epusdt: sign of a notice", "d9b90b5d15a057576798845ca79ee976", "internal/payment/epusdt.TestSignMatchesTheSheetsVectors, sandbox/gateways.TestVectorsOfTheConvention"},

	{"pg-slots.md", "sample transfer, with a reference of ours", "operator_token=demo&secret_key=demo&player_name=test001&amount=100.00&transfer_reference=T20231114000001&currency=CNY", "internal/venue/pg.TestTheSheetsVectorIsReproduced"},

	{"pinnacle-sports.md", "hash", "33d638d5ed8a6fb47d1630d816815991", "internal/venue/pinnacle.TestTheSheetsVectorIsReproduced, sandbox/venues/pinnacle.TestTheTokenOfTheSheetOpensTheInterface"},
	{"pinnacle-sports.md", "token", "0zeO1053t60qcsLjeZ0fvPUhYt8ff2k5nkzGqKL2H88Vn53c2FdYPFc5UlR9orPhL2P0T4Ip8Vt+UQsdPiKzhA==", "internal/venue/pinnacle.TestTheSheetsVectorIsReproduced, sandbox/venues/pinnacle.TestTheTokenOfTheSheetOpensTheInterface"},

	{"saba-sports.md", "sample transfer", "vendor_id=demo&vendor_member_id=demo_test001&vendor_trans_id=demo_T20231114000001&amount=100&currency=20&direction=1&wallet_id=1", "internal/venue/saba.TestTheSheetsVectorIsReproduced"},
	{"saba-sports.md", "its answer", `{"error_code":0,"message":"","Data":{"trans_id":90001,"before_amount":0,"after_amount":100,"system_id":"S1","status":0}}`, "internal/venue/saba.TestTheSheetsVectorIsReproduced"},

	{"seamless-hub88.md", "length of a signature", "344", "internal/venue/hub88.TestOnlyTheVendorsSignatureOverTheRawBodyIsTaken"},
	{"seamless-hub88.md", "scale of an amount: 12.34 is 1234000", `"amount":1234000`, "internal/venue/hub88.TestABetIsReadInOurUnits"},

	{"sexy-awc-live.md", "betLimit", "betLimit=%7B%22SEXYBCRT%22%3A%7B%22LIVE%22%3A%7B%22limitId%22%3A%5B260901%5D%7D%7D%7D", "internal/venue/sexy.TestRequestsAreThoseOfTheSheet"},
	{"sexy-awc-live.md", "form of timeFrom", "timeFrom=2023-11-15T06%3A01%3A19%2B08%3A00", "internal/venue/sexy.TestRequestsAreThoseOfTheSheet"},

	{"tcg-lottery.md", "params of a balance question", "Dfnhth5I4FajcikdLMCUchXqjjcmyxcCY0Gm7Be2BtYaiSvzg+N2D0VpOt6wsPlRpIg4+hTWWwc=", "internal/venue/tcg.TestTheSheetsEnvelopesAreReproduced, sandbox/venues/tcg.TestVectorsOfTheProtocolSheet"},
	{"tcg-lottery.md", "sign of a balance question", "a7eb56a183008ec97af1774dae1bd066189449e9b3f2ecbcc19568eeaab8439b", "internal/venue/tcg.TestTheSheetsEnvelopesAreReproduced, sandbox/venues/tcg.TestVectorsOfTheProtocolSheet"},
	{"tcg-lottery.md", "params of a transfer", "Dfnhth5I4FbD172sk8FErRXqjjcmyxcCY0Gm7Be2BtYaiSvzg+N2D0VpOt6wsPlR924qmACQT5MkbrEvpqL6F5VjF9eAGnLwfhqq+p3U8i9DBwhskf3BkW3ehCj4JBFT9rjJD8V5/45OoMswXahZiu35Z+pvE7S8", "internal/venue/tcg.TestTheSheetsEnvelopesAreReproduced, sandbox/venues/tcg.TestVectorsOfTheProtocolSheet"},
	{"tcg-lottery.md", "sign of a transfer", "5bcf380f7981683105e93ff764332aec4073f6323659b6fe6ab8459c6aad0700", "internal/venue/tcg.TestTheSheetsEnvelopesAreReproduced, sandbox/venues/tcg.TestVectorsOfTheProtocolSheet"},

	{"tf-esports.md", "calls and their fields", "from_modified_datetime=2023-11-14T21%3A12%3A20Z&page=1&page_size=1000&to_modified_datetime=2023-11-14T22%3A12%3A20Z", "internal/venue/tf.TestRequestsAreThoseOfTheSheet"},
	{"tf-esports.md", "address of a launch", "/launch.html", "internal/venue/tf.TestALaunchIsTheSheetsAddress"},

	{"usdt.md", "TRON address of the payload", "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS", "internal/payment.TestAddressesOfTheStandards"},
	{"usdt.md", "Ethereum address of the payload", "0x00112233445566778899AABbCCdDeeFf00112233", "internal/payment.TestAddressesOfTheStandards"},
	{"usdt.md", "Bitcoin address of the payload", "11MXTrefsj1ZS3Q5e9D6DxGzZKHWALyo9", "internal/payment.TestAddressesOfTheStandards"},
	{"usdt.md", "Bitcoin address of a script, which is refused", "31hNT1M6Dn3PebjqCjooWrKD95c187fi2j", "internal/payment.TestAddressesThatAreNone"},
	{"usdt.md", "contract on TRON and its bytes", "41a614f803b6fd780986a42c78ec9c7f77e6ded13c", "internal/payment.TestContractsAreNotPaidTo"},
	{"usdt.md", "the same with its last character changed, which is refused", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u", "internal/payment.TestContractsAreNotPaidTo"},
	{"usdt.md", "contract on Ethereum", "0xdAC17F958D2ee523a2206206994597C13D831ec7", "internal/payment.TestContractsAreNotPaidTo"},
	{"usdt.md", "topic of a transfer", "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", "internal/payment/node.TestTheTopicOfATransferIsTheHashOfItsSignature"},
	{"usdt.md", "payload of Omni with property 31", "00000002540be400", "internal/payment/omni.TestTheSheetsPayloadIsTheAmountThatArrives"},
	{"usdt.md", "sample amount of TronGrid", `15630000`, "internal/payment/trc20.TestWhatIsATransferAndWhatOnlyLooksLikeOne"},

	{"vr-lottery.md", "data of a balance question", "Q1MDUaCJsCMXUzUDLzT27b/0q322dh5EF69mx7VGug0=", "internal/venue/vr.TestTheSheetsVectorsAreReproduced, sandbox/venues/vr.TestVectorsOfTheProtocolSheet"},
	{"vr-lottery.md", "data of a launch", "uuhK6oKfTPYAMF7IFrQefrvSNli43ZtuX7Xth4hpdJFIWXephF8yrICV1+XnK1+inYjGpJzamcaMDgB8VCtDog==", "internal/venue/vr.TestTheSheetsVectorsAreReproduced, sandbox/venues/vr.TestVectorsOfTheProtocolSheet"},

	{"wm-live.md", "sample transfer", "cmd=ChangeBalance&vendorId=demo&signature=demosig&user=test001&money=100&order=T20231114000001&timestamp=1700000000", "internal/venue/wm.TestTheSheetsSampleIsReproduced"},
	{"wm-live.md", "its answer", `{"errorCode":0,"errorMessage":"","result":{"yourOrderNum":"T20231114000001","orderId":"1","cash":"100.0000"}}`, "internal/venue/wm.TestTheSheetsSampleIsReproduced"},

	{"xj188-xiaojin.md", "calls, their fields and the page of a launch", "launcher?XJlaunchURL=", "internal/venue/xj188.TestRequestsAreThoseOfTheSheet"},
	{"xj188-xiaojin.md", "codes", "ITGR1001", "internal/venue/xj188.TestEachAnswerProvesWhatItProves"},
}
