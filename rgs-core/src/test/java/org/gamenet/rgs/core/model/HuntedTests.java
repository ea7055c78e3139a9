package org.gamenet.rgs.core.model;

/** Tests that look for rules broken on purpose, by the way of {@link Hunt#by}; names below the root of the core. */
final class HuntedTests {
    static final String[] DIRECTORY = {
        "directory.server.GamesTest",
        "directory.server.ClaimsTest",
        "directory.server.LastResortTest",
        "directory.server.PlannedChangesTest",
        "directory.server.SparesTest",
        "directory.server.BackupsWantedTest",
        "directory.server.HostOrJoinTest",
        "directory.server.BoundsTest",
        "directory.server.LedgersTest",
        "directory.server.DirectoryCornersTest",
        "directory.server.DirectoryPropertyTest",
        "directory.server.GrantsTest",
        "directory.server.LeaseTest",
        "directory.server.LostDiskTest",
        "directory.server.QuotasTest",
        "directory.server.QuotasUnderWayTest",
        "directory.server.RightsTest",
        "directory.server.SynchronousGamesTest",
        "directory.server.WantedGamesTest"
    };

    static final String[] TRACES = {
        "model.TracesTest",
        "model.BackupTest",
        "model.SynchronousBackupTest",
        "model.UnawareBackupTest",
        "model.OlderCopyTest",
        "model.HandoverTest",
        "model.EndingHandoverTest",
        "model.DurabilityTest",
        "model.AllLeaveTest",
        "model.LateJoinTest",
        "model.LateKickTest",
        "model.FloodTest",
        "model.WhoAnswersTest",
        "model.RefusalsTest",
        "model.CornersTest",
        "model.TakeoverCornersTest",
        "model.EqualsTest",
        "model.AskingTest",
        "model.NeverServeTest",
        "model.PlacesTest",
        "model.OutnumberedTest",
        "model.DeadHolderTest",
        "model.AskingCornersTest",
        "model.AskingGoodbyesTest",
        "model.GoodbyesTest",
        "model.HeldTurnTest",
        "model.ShownTest",
        "model.QuarrelTest",
        "model.HoldingTest",
        "model.AwayTest",
        "model.BatchesTest",
        "model.StrayWordsTest",
        "reconfiguration.StateTableTest"
    };
    static final String[] LANES = {
        "lanes.CapsTest",
        "lanes.KnownPeersTest",
        "lanes.StreamTest",
        "lanes.OrdersTest",
        "lanes.RepeatTimerTest",
        "lanes.TraceTest",
        "lanes.HostileFramesTest",
        "lanes.AddressingTest",
        "lanes.StatesTest",
        "lanes.TrafficTest",
        "lanes.LivesTest",
        "lanes.ServerLeftBehindTest",
        "lanes.LimitsTest",
        "lanes.LanesTest",
        "lanes.DurabilityTest",
        "lanes.CopiesCountTest",
        "lanes.MarkSetTest",
        "lanes.RequestsTest",
        "lanes.AwayMailTest"
    };

    static final String[] REPLICATION = {
        "replication.ReplicaTest",
        "replication.ReplicaCornersTest",
        "replication.UnseatedBackupTest",
        "replication.OutputGateTest",
        "lanes.HeldBackTest"
    };

    static final String[] DETECTOR = {
        "detection.FailureDetectorTest",
        "detection.DetectorCornersTest",
        "detection.DetectorWakesTest",
        "detection.LongWaysTest",
        "detection.PlacesTest"
    };

    static final String[] ELECTION = {
        "arbiter.ElectionTest",
        "arbiter.PrecedenceTest",
        "arbiter.ReturningVoterTest",
        "arbiter.ClaimsInVainTest",
        "arbiter.SameNumberTest",
        "arbiter.ShrinkingTest",
        "arbiter.OtherSideTest",
        "arbiter.QuorumTest"
    };

    static final String[] CODEC = {
        "wire.SetUpTest",
        "wire.SchemaTest",
        "wire.RoundTripTest",
        "wire.CodecByHandTest",
        "wire.MisuseTest",
        "wire.FrameHeaderTest",
        "wire.HostileBytesTest",
        "wire.RareAndFrequentTest"
    };

    private HuntedTests() {}
}
